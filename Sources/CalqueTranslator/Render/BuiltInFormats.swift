import CalqueBase
import CalqueFormat
import CalqueLocale
import CalqueTemplate
import Synchronization

/// The built-in formatters of patterns: `number`, `currency`, `datetime`, `relativetime`, `list`, as
/// the locale of a call writes them. A formatter is made once for each set of options and locale.
package final class BuiltInFormats: Sendable {
  private final class Entry: Sendable {
    let kind: Formatter.Kind
    let locale: Text
    let options: Members
    let made: Formatter?

    init(_ kind: Formatter.Kind, _ locale: Text, _ options: Members, _ made: Formatter?) {
      (self.kind, self.locale, self.options, self.made) = (kind, locale, options, made)
    }
  }

  /// The formatters of a placeholder, made for a language; nil for one that leaves its value as it is.
  final class Made: Sendable {
    let formatters: [Formatter?]
    /// The one formatter, which is among those, so that reading it counts no reference; nil when there
    /// are more.
    let only: Unmanaged<Formatter>?
    /// Nothing that it writes has to be escaped or would be read again.
    let isSafe: Bool

    init(_ formatters: [Formatter?]) {
      self.formatters = formatters
      let only = formatters.count == 1 ? formatters[0] : nil
      self.only = only.map { Unmanaged.passUnretained($0) }
      isSafe = only?.isSafe ?? false
    }
  }

  private static let counter = Atomic<UInt64>(0)

  /// Data that the host set.
  private let given: LocaleData?
  /// Data of catalogs.
  private let data: [LocaleData]
  private let entries = RecentObjects<Entry>(capacity: 128)
  /// Distinguishes what is made here.
  private let number = counter.add(1, ordering: .relaxed).newValue

  init(_ given: LocaleData? = nil, _ data: [LocaleData] = []) {
    (self.given, self.data) = (given, data)
  }

  /// With the locale data of the host, replacing its earlier data.
  func replacing(with given: LocaleData?) -> BuiltInFormats { BuiltInFormats(given, data) }

  /// With the locale data of a catalog, which counts for languages that no other data knows.
  func adding(_ brought: LocaleData) -> BuiltInFormats { BuiltInFormats(given, data + [brought]) }

  /// The formatters of a placeholder, where no option of a call says more. They are made once for each
  /// language, and last as long as the detail or the evaluation.
  @inline(__always)
  func made(
    _ detail: PatternDetail, _ language: Bytes, _ evaluation: UnsafeMutablePointer<Evaluation>
  ) -> Unmanaged<Made> {
    let known = detail.made.known(number, language)
    return known.map { .fromOpaque($0.toOpaque()) } ?? make(detail, Text(language), evaluation)
  }

  @inline(never)
  private func make(
    _ detail: PatternDetail, _ language: Text, _ evaluation: UnsafeMutablePointer<Evaluation>
  ) -> Unmanaged<Made> {
    let made = Made(detail.formats.map { formatter($0.name, language, $0.options) })
    if !detail.made.keep(made, number, language) { evaluation.pointee.keep(made) }
    return .passUnretained(made)
  }

  /// Formats a value.
  ///
  /// - Parameters:
  ///   - name: In lower case.
  ///   - options: By the names of ECMA-402; others are passed over.
  /// - Returns: Nil for an unknown name. The value itself when it cannot be formatted so.
  func format(_ name: Text, _ value: Value, locale: Text, options: Members) -> Value? {
    guard Formatter.Kind(named: name) != nil else { return nil }
    return Self.format(value, formatter(name, locale, options))
  }

  /// The value as a formatter writes it; the value itself when it cannot.
  static func format(_ value: Value, _ formatter: Formatter?) -> Value {
    guard let formatter else { return value }
    var isWritten = false
    let text = Output.text { isWritten = append(value, formatter, to: &$0) }
    return isWritten ? .text(text) : value
  }

  /// The formatter of a name; nil for one that is unknown, or cannot be made for the locale.
  private func formatter(_ name: Text, _ locale: Text, _ options: Members) -> Formatter? {
    guard let kind = Formatter.Kind(named: name) else { return nil }
    var own = kind.own(options)
    if name == "currency" { own["style"] = .text("currency") }
    if kind == .relativeTime { own["unit"] = options["range"] ?? .text("day") }
    let hash = KeyHash.of(locale)
    let known = entries.first(hash) { $0.kind == kind && $0.locale == locale && $0.options == own }
    if let known { return known.made }
    let made = make(kind, locale, own)
    entries.add(Entry(kind, locale, own, made), hash)
    return made
  }

  private func make(_ kind: Formatter.Kind, _ locale: Text, _ options: Members) -> Formatter? {
    let tag = LanguageTag.withoutEncoding(locale).replacing("_", with: "-")
    let all = [given].compactMap { $0 } + data
    let facts = all.first { $0.has(tag) } ?? all.first
    do throws(Diagnostic) {
      return try Formatter.make(kind, locale: tag, options: options, isStrict: false, data: facts)
    } catch {
      guard error.code == .unsupported else { return nil }
    }
    return Formatter.makeNeutral(kind, locale: tag, options: options)
  }

  // MARK: Values

  private static func append(
    _ value: Value, _ formatter: Formatter, to output: inout Output
  ) -> Bool {
    switch formatter.kind {
    case .list:
      guard let values = value.array else { return false }
      return formatter.format(values.count, to: &output) { ScriptText.of(values[$0]) }
    case .dateTime:
      let time = value.text.map { CivilTime(iso8601: $0)?.milliseconds } ?? value.number
      return time.map { formatter.format($0, to: &output) } ?? false
    default: break
    }
    if case .int(let number) = value { return formatter.format(number, to: &output) }
    if case .decimal(let digits) = value,
      digits.bytes.withUnsafeBufferPointer({ formatter.format(decimal: $0, to: &output) })
    {
      return true
    }
    return formatter.format(ScriptNumber.of(value), to: &output)
  }
}
