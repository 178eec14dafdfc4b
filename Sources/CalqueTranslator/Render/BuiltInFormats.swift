import CalqueBase
package import CalqueFormat
import CalqueTemplate

/// The built-in formatters of patterns: `number`, `currency`, `datetime`, `relativetime`, `list`, as
/// the locale of a call writes them. A formatter is made once for each set of options and locale.
package final class BuiltInFormats: Sendable {
  private struct Entry: Sendable {
    let kind: Formatter.Kind
    let locale: Text
    let options: Members
    let made: Made
  }

  private enum Made: Sendable {
    case formatter(Formatter)
    /// The facts are not there: a neutral form is shown.
    case neutral
    /// The options are wrong: the value stays.
    case none
  }

  /// So many formatters are kept; then all are made anew.
  private static let most = 128
  /// Bytes that a text has at first; a longer one is formatted twice.
  private static let room = 256

  package let data: LocaleData?
  private let entries = Mutex<[Entry]>([])

  package init(_ data: LocaleData?) { self.data = data }

  /// Formats a value.
  ///
  /// - Parameters:
  ///   - name: In lower case.
  ///   - options: By the names of ECMA-402; others are passed over.
  /// - Returns: Nil for an unknown name. The value itself when it is null or cannot be formatted so.
  func format(_ name: Text, _ value: Value, locale: Text, options: Members) -> Value? {
    guard let kind = Self.kind(name) else { return nil }
    if value.isNull { return value }
    let own = Self.own(options, kind, name)
    switch made(kind, locale, own) {
    case .formatter(let formatter): return Self.text(value, formatter).map { .text($0) } ?? value
    case .neutral: return RootFormatter.format(name, value: value, options: options) ?? value
    case .none: return value
    }
  }

  private static func kind(_ name: Text) -> Formatter.Kind? {
    switch name {
    case "number", "currency": .number
    case "datetime": .dateTime
    case "relativetime": .relativeTime
    case "list": .list
    default: nil
    }
  }

  /// The options that a formatter has, out of all that a call was given.
  private static func own(_ options: Members, _ kind: Formatter.Kind, _ name: Text) -> Members {
    var own = Members()
    for option in kind.options {
      let key = Text(stringLiteral: option)
      if let value = options[key], !value.isNull { own[key] = value }
    }
    if name == "currency" { own["style"] = .text("currency") }
    if kind == .relativeTime { own["unit"] = options["range"] ?? .text("day") }
    return own
  }

  private func made(_ kind: Formatter.Kind, _ locale: Text, _ options: Members) -> Made {
    let found = entries.withLock { entries in
      entries.first { $0.kind == kind && $0.locale == locale && $0.options == options }
    }
    if let found { return found.made }
    let made = make(kind, locale, options)
    let entry = Entry(kind: kind, locale: locale, options: options, made: made)
    entries.withLock { entries in
      if entries.count >= Self.most { entries = [] }
      entries.append(entry)
    }
    return made
  }

  private func make(_ kind: Formatter.Kind, _ locale: Text, _ options: Members) -> Made {
    let tag = locale.replacing("_", with: "-")
    do throws(Diagnostic) {
      return .formatter(
        try Formatter.make(kind, locale: tag, options: options, isStrict: false, data: data))
    } catch {
      guard error.code == .unsupported else { return .none }
    }
    // Amounts of money have the code of their currency where the facts say no more.
    var coded = options
    coded["currencyDisplay"] = .text("code")
    guard options["style"] == .text("currency"), options["currencyDisplay"] == nil,
      let formatter = try? Formatter.make(
        kind, locale: tag, options: coded, isStrict: false, data: nil)
    else { return .neutral }
    return .formatter(formatter)
  }

  // MARK: Values

  private static func text(_ value: Value, _ formatter: Formatter) -> Text? {
    if formatter.kind == .list {
      guard let texts = value.array?.map(ScriptText.of) else { return nil }
      return written { formatter.format(texts, to: &$0) }
    }
    if formatter.kind == .dateTime {
      let time = value.text.map { CivilTime(iso8601: $0)?.milliseconds } ?? value.number
      return time.flatMap { time in written { formatter.format(time, to: &$0) } }
    }
    if case .int(let number) = value { return written { formatter.format(number, to: &$0) } }
    if case .decimal(let digits) = value, formatter.kind == .number {
      let text = digits.bytes.withUnsafeBufferPointer { bytes in
        written { formatter.format(decimal: bytes, to: &$0) }
      }
      if let text { return text }
    }
    let number = ScriptNumber.of(value)
    return written { formatter.format(number, to: &$0) }
  }

  /// What is appended to an output, whatever its length; nil for nothing.
  private static func written(_ body: (inout Output) -> Bool) -> Text? {
    var room = room
    while true {
      var bytes = [UInt8](repeating: 0, count: room)
      let length = bytes.withUnsafeMutableBytes { buffer -> Int? in
        var output = Output(buffer.baseAddress, capacity: room)
        return body(&output) ? output.length : nil
      }
      guard let length else { return nil }
      if length < room { return Text(bytes[..<length]) }
      room = length + 1
    }
  }
}
