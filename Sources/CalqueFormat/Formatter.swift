package import CalqueBase

/// A formatter of one kind for a locale and options: made once, immutable, shared by threads.
/// Formatting allocates nothing.
package final class Formatter: Sendable {
  package enum Kind: Int32, CaseIterable, Sendable {
    case number, dateTime, relativeTime, list, displayName

    /// The names of the options that formatters of the kind have.
    package var options: [StaticString] {
      switch self {
      case .number: NumberOptions.names
      case .dateTime: DateOptions.names
      case .relativeTime: RelativeFormatter.names
      case .list: ListFormatter.names
      case .displayName: DisplayNameFormatter.names
      }
    }
  }

  private enum Content {
    case number(NumberFormatter)
    case relativeTime(RelativeFormatter)
    case list(ListFormatter)
    case dateTime(DateFormatter)
    case displayName(DisplayNameFormatter)
  }

  package let kind: Kind
  private let content: Content

  private init(_ kind: Kind, _ content: Content) {
    self.kind = kind
    self.content = content
  }

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
    let given = FormatOptions(members: options)
    let found = try FormatLocale(locale, data)
    if isStrict { try given.refuse(besides: kind.options) }
    switch kind {
    case .number:
      return Formatter(kind, .number(try NumberFormatter(found, NumberOptions(given))))
    case .relativeTime:
      return Formatter(kind, .relativeTime(try RelativeFormatter(found, given)))
    case .list:
      return Formatter(kind, .list(try ListFormatter(found, given)))
    case .displayName:
      return Formatter(kind, .displayName(try DisplayNameFormatter(found, given)))
    case .dateTime:
      return Formatter(kind, .dateTime(try DateFormatter(found, DateOptions(given))))
    }
  }

  // MARK: Formatting; each returns false when the kind does not take such a value

  package func format(_ value: Int64, to output: inout Output) -> Bool {
    switch content {
    case .number(let formatter): formatter.format(value, to: &output)
    case .relativeTime(let formatter): formatter.format(value, to: &output)
    case .dateTime(let formatter): return formatter.format(Double(value), to: &output)
    default: return false
    }
    return true
  }

  package func format(_ value: Double, to output: inout Output) -> Bool {
    switch content {
    case .number(let formatter): formatter.format(value, to: &output)
    case .relativeTime(let formatter): return formatter.format(value, to: &output)
    case .dateTime(let formatter): return formatter.format(value, to: &output)
    default: return false
    }
    return true
  }

  /// - Parameter text: A decimal numeral.
  package func format(decimal text: UnsafeBufferPointer<UInt8>, to output: inout Output) -> Bool {
    guard case .number(let formatter) = content else { return false }
    return formatter.format(decimal: text, to: &output)
  }

  /// - Parameter text: Gives the text of a place.
  package func format(
    count: Int, to output: inout Output, _ text: (Int) -> UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard case .list(let formatter) = content else { return false }
    formatter.format(count: count, to: &output, text)
    return true
  }

  /// Joins texts as a list.
  package func format(_ texts: [Text], to output: inout Output) -> Bool {
    guard case .list(let formatter) = content else { return false }
    var bytes: [UInt8] = []
    var ends = [0]
    for text in texts {
      bytes += text.bytes
      ends.append(bytes.count)
    }
    bytes.withUnsafeBufferPointer { all in
      formatter.format(count: texts.count, to: &output) { place in
        UnsafeBufferPointer(rebasing: all[ends[place]..<ends[place + 1]])
      }
    }
    return true
  }

  /// Appends the name of a code.
  ///
  /// - Returns: Whether there is one; nil for an ill-formed code and a formatter of another kind.
  package func format(code: UnsafeBufferPointer<UInt8>, to output: inout Output) -> Bool? {
    guard case .displayName(let formatter) = content else { return nil }
    return formatter.format(Text(code), to: &output)
  }
}
