package import CalqueBase

/// A formatter of one kind for a locale and options: made once, immutable, shared by threads.
/// Formatting allocates nothing.
package class Formatter: @unchecked Sendable {
  // Unchecked: written by initializers alone.

  package enum Kind: Int32, CaseIterable, Sendable {
    case number, dateTime, relativeTime, list, displayName

    /// The names of formatters of patterns.
    package static var names: [Text] { Text(stringLiteral: listed).split(" ") }

    /// In the order of `Kind`; `currency` is a second name of `number`.
    private static let listed: StaticString = "number currency datetime relativetime list"

    /// The kind of a formatter of patterns by its name in lower case; nil for an unknown one.
    @inline(never)
    package init?(named name: Text) {
      let place = name.bytes.withUnsafeBufferPointer { Bytes(Self.listed).number(of: $0) }
      guard let place else { return nil }
      self.init(rawValue: Int32(truncatingIfNeeded: max(place &- 1, 0)))
    }

    /// The options that formatters of the kind have, as for `FormatOptions`.
    private var table: StaticString {
      switch self {
      case .number: NumberOptions.table
      case .dateTime: DateOptions.table
      case .relativeTime: RelativeFormatter.table
      case .list: ListFormatter.table
      case .displayName: DisplayNameFormatter.table
      }
    }

    /// The options that formatters of the kind have, out of many.
    package func own(_ options: Members) -> Members { FormatOptions.own(options, table) }

    @inline(never)
    fileprivate func read(_ options: Members, isStrict: Bool) throws(Diagnostic) -> FormatOptions {
      try FormatOptions.read(options, table, isStrict: isStrict)
    }
  }

  package let kind: Kind
  /// Whether nothing that the formatter writes has to be escaped or would be read again.
  package final var isSafe = false

  init(_ kind: Kind) { self.kind = kind }

  /// Makes a formatter.
  ///
  /// - Parameters:
  ///   - locale: A language tag; `-u-nu-` and `-u-hc-` are honoured.
  ///   - options: By the names of ECMA-402.
  ///   - isStrict: Refuse options that the kind does not have.
  ///   - data: The facts that are not in the library; nil for none.
  /// - Throws: `invalidLocale`; `invalidOption` and `unsupported` with the option's name.
  package static func make(
    _ kind: Kind, locale: Text, options: Members, isStrict: Bool, data: LocaleData?
  ) throws(Diagnostic) -> Formatter {
    let given = try kind.read(options, isStrict: isStrict)
    return try made(kind, FormatLocale.find(locale, data, given))
  }

  @inline(never)
  private static func made(_ kind: Kind, _ locale: FormatLocale) throws(Diagnostic) -> Formatter {
    let made: Formatter
    switch kind {
    case .number: made = NumberFormatter(locale, NumberOptions(locale))
    case .relativeTime: made = RelativeFormatter(locale)
    case .list: made = ListFormatter(locale)
    case .displayName: made = DisplayNameFormatter(locale)
    case .dateTime: made = DateFormatter(locale, DateOptions(locale))
    }
    if let refusal = locale.refusal { throw refusal }
    return made
  }

  /// Makes a formatter for a language about which no facts are there: `2024-05-17`, `+2 h`,
  /// `12.00 EUR`.
  ///
  /// docs/formatting.md describes the output.
  ///
  /// - Returns: Nil for a kind or options that have no such form.
  package static func makeNeutral(_ kind: Kind, locale: Text, options: Members) -> Formatter? {
    do throws(Diagnostic) {
      let given = try kind.read(options, isStrict: false)
      switch kind {
      case .dateTime, .relativeTime:
        return try made(kind, FormatLocale.find("und", nil, given, isNeutral: true))
      case .number
      where given[NumberOptions.Place.style] == 2
        && given[NumberOptions.Place.currencyDisplay] < 0:
        var coded = options
        coded["currencyDisplay"] = .text("code")
        return try make(kind, locale: locale, options: coded, isStrict: false, data: nil)
      default: return nil
      }
    } catch {
      return nil
    }
  }

  // MARK: Formatting; each returns false when the kind does not take such a value

  package func format(_ value: Int64, to output: inout Output) -> Bool { false }

  package func format(_ value: Double, to output: inout Output) -> Bool { false }

  /// - Parameter text: A decimal numeral.
  package func format(decimal text: Bytes, to output: inout Output) -> Bool { false }

  /// - Parameter text: Gives the text of a place.
  package func format(count: Int, to output: inout Output, _ text: (Int) -> Bytes) -> Bool {
    false
  }

  /// Appends the name of a code.
  ///
  /// - Returns: Whether there is one; nil for an ill-formed code and a formatter of another kind.
  package func format(code: Bytes, to output: inout Output) -> Bool? { nil }

  /// Joins texts as a list.
  ///
  /// - Parameter text: Gives the text of a place.
  package final func format(_ count: Int, to output: inout Output, text: (Int) -> Text) -> Bool {
    let all = Phrases()
    for place in 0..<count { text(place).bytes.withUnsafeBufferPointer { all.add($0) } }
    return format(count: count, to: &output) { all.text($0) }
  }
}
