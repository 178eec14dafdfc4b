import CalqueBase
import CalqueFormat
public import Foundation

/// Formats numbers, dates, relative times, lists and names for a locale, with the options and
/// results of ECMA-402, which browsers call `Intl`. Create it once for many values; immutable and
/// safe from any thread.
///
///     try LocaleFormatter(.number, locale: "de").format(1234.5)  // 1.234,5
public final class LocaleFormatter: Sendable {
  public enum Kind: Sendable {
    case number, dateTime, relativeTime, list, displayName
  }

  private let engine: CalqueFormat.Formatter

  /// - Parameters:
  ///   - locale: a language tag; `-u-nu-` and `-u-hc-` are honoured.
  ///   - options: by the names of ECMA-402, such as `["style": "percent"]`.
  ///   - data: data that the library does not contain; docs/formatting.md says what needs it.
  /// - Throws: `CalqueError`: `invalidLocale`; `invalidOption` and `unsupported` with the option's
  ///   name as the path.
  public init(
    _ kind: Kind, locale: String, options: JSONObject = [:], data: LocaleData? = nil
  ) throws(CalqueError) {
    let engineKind: CalqueFormat.Formatter.Kind =
      switch kind {
      case .number: .number
      case .dateTime: .dateTime
      case .relativeTime: .relativeTime
      case .list: .list
      case .displayName: .displayName
      }
    engine = try CalqueError.rethrowing(
      CalqueFormat.Formatter.make(
        engineKind, locale: Text(locale), options: options.members, isStrict: true,
        data: data?.engine))
  }

  /// A number, a span of so many units, or a moment in milliseconds since 1970.
  ///
  /// - Throws: `CalqueError`: `invalidArgument` for a formatter of lists or names.
  public func format(_ value: Int) throws(CalqueError) -> String {
    try text { engine.format(Int64(value), to: &$0) }
  }

  /// As for an integer. The digits are those of the shortest decimal that is read as the same
  /// double.
  ///
  /// - Throws: `CalqueError`: `invalidArgument`, also for a span that is not finite and a moment
  ///   beyond the range of ECMAScript.
  public func format(_ value: Double) throws(CalqueError) -> String {
    try text { engine.format(value, to: &$0) }
  }

  /// A number as a decimal numeral with any number of digits, such as `-1234.50` or `12e3`.
  ///
  /// - Throws: `CalqueError`: `invalidArgument` for an invalid numeral, or another kind of formatter.
  public func format(decimal numeral: String) throws(CalqueError) -> String {
    let bytes = Array(numeral.utf8)
    return try text { output in
      bytes.withUnsafeBufferPointer { engine.format(decimal: $0, to: &output) }
    }
  }

  /// A number with all its digits.
  ///
  /// - Throws: `CalqueError`: `invalidArgument` for another kind of formatter.
  public func format(_ value: Foundation.Decimal) throws(CalqueError) -> String {
    try format(decimal: value.description)
  }

  /// A moment.
  ///
  /// - Throws: `CalqueError`: `invalidArgument` for another kind of formatter, and beyond the range of
  ///   ECMAScript.
  public func format(_ date: Date) throws(CalqueError) -> String {
    guard engine.kind == .dateTime else { throw Self.unsuitable }
    return try format((date.timeIntervalSince1970 * 1000).rounded(.down))
  }

  /// Joins texts.
  ///
  /// - Throws: `CalqueError`: `invalidArgument` for another kind of formatter.
  public func format(_ texts: [String]) throws(CalqueError) -> String {
    let texts = texts.map { Text($0) }
    return try text { output in engine.format(texts.count, to: &output) { texts[$0] } }
  }

  /// The name of a code: of a language, region, script or currency.
  ///
  /// - Returns: the name; without one the code, or nil with the option `fallback: none`.
  /// - Throws: `CalqueError`: `invalidArgument` for an ill-formed code or another kind of formatter.
  public func name(of code: String) throws(CalqueError) -> String? {
    let bytes = Array(code.utf8)
    let name = try text { output in
      bytes.withUnsafeBufferPointer { engine.format(code: $0, to: &output) } != nil
    }
    return name.isEmpty ? nil : name
  }

  private static let unsuitable = CalqueError(
    .invalidArgument, "the formatter does not take such a value")

  /// The text that `body` appends to a large enough output.
  private func text(_ body: (inout Output) -> Bool) throws(CalqueError) -> String {
    var room = 256
    while true {
      var bytes = [UInt8](repeating: 0, count: room)
      let length = bytes.withUnsafeMutableBytes { buffer -> Int? in
        var output = Output(buffer.baseAddress, capacity: room)
        return body(&output) ? output.length : nil
      }
      guard let length else { throw Self.unsuitable }
      if length < room { return String(decoding: bytes[..<length], as: UTF8.self) }
      room = length + 1
    }
  }
}
