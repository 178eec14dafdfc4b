import CalqueBase

/// Joins texts as a locale does: `a, b and c`.
final class ListFormatter: Formatter, @unchecked Sendable {
  // Unchecked: written by the initializer alone.

  /// The places of patterns of two, each of three phrases: before, between and after its texts.
  private enum Joint {
    static let start = 0
    static let middle = 3
    static let end = 6
    static let pair = 9
    /// From here on for the texts before which the locale writes something else.
    static let exception = 12
  }

  /// A conjunction that a locale writes differently before some texts.
  private enum Exception {
    case none, spanishAnd, spanishOr, hebrewAnd
  }

  static let table: StaticString = """
    localeMatcher:*;type:conjunction,disjunction,unit;style:long,short,narrow;
    """

  private let phrases: Phrases
  private let exception: Exception

  init(_ locale: FormatLocale, _ options: FormatOptions) {
    let type = options.choice("type") ?? 0
    let first = LocaleFields.Core.lists + (type * 3 + (options.choice("style") ?? 0)) * 4
    let language = locale.language.part(0, locale.language.firstIndex(of: 0x2D) ?? 3)
    var (old, new): (StaticString, StaticString) = ("", "")
    if type == 0, language.equals("es") {
      (exception, old, new) = (.spanishAnd, " y ", " e ")
    } else if type == 1, language.equals("es") {
      (exception, old, new) = (.spanishOr, " o ", " u ")
    } else if type == 0, language.equals("he") {
      (exception, old, new) = (.hebrewAnd, "\u{5D5}{1}", "\u{5D5}-{1}")
    } else {
      exception = .none
    }
    var list = PhraseList()
    for place in 0..<8 {
      var pattern = locale.text(first + place & 3)
      if place > 3, let found = pattern.firstIndex(of: old) {
        let stated = pattern
        pattern = locale.arena.text { output in
          output.append(bytes: stated.part(0, found))
          output.append(new)
          output.append(bytes: stated.part(found + old.utf8CodeUnitCount, stated.count))
        }
      }
      Self.add(pattern.isEmpty ? Bytes("{0}, {1}") : pattern, to: &list)
    }
    phrases = Phrases(list)
    super.init(.list)
  }

  /// Adds what a pattern of two has before, between and behind its texts.
  static func add(_ pattern: Bytes, to list: inout PhraseList) {
    let first = pattern.firstIndex(of: "{0}") ?? 0
    let second = pattern.firstIndex(of: "{1}") ?? pattern.count
    list.add(pattern.part(0, first))
    list.add(pattern.part(first + 3, second))
    list.add(pattern.part(second + 3, pattern.count))
  }

  override func format(
    count: Int, to output: inout Output, _ text: (Int) -> Bytes
  ) -> Bool {
    guard count > 1 else {
      if count == 1 { output.append(bytes: text(0)) }
      return true
    }
    let last = text(count - 1)
    let differs = exception != .none && isException(last)
    var final = count == 2 ? Joint.pair : Joint.end
    if differs { final += Joint.exception }
    phrases.append(final, to: &output)
    if count > 2 {
      for _ in 1..<count - 2 { phrases.append(Joint.middle, to: &output) }
      phrases.append(Joint.start, to: &output)
    }
    output.append(bytes: text(0))
    for place in 1..<count - 1 {
      let joint = place == 1 ? Joint.start : Joint.middle
      phrases.append(joint + 1, to: &output)
      output.append(bytes: text(place))
      phrases.append(joint + 2, to: &output)
    }
    phrases.append(final + 1, to: &output)
    output.append(bytes: last)
    phrases.append(final + 2, to: &output)
    return true
  }

  /// Whether the last text takes the other pattern: Spanish `e` before an i that is heard and `u`
  /// before an o, Hebrew with a hyphen before other scripts.
  private func isException(_ text: Bytes) -> Bool {
    guard text.count > 0 else { return false }
    let at = { (place: Int) -> UInt8 in place < text.count ? text[place] | 0x20 : 0 }
    switch exception {
    case .none: return false
    case .spanishAnd:
      return at(0) == 0x69 || at(0) == 0x68 && at(1) == 0x69 && at(2) != 0x61 && at(2) != 0x65
    case .spanishOr:
      if at(0) == 0x6F || text[0] == 0x38 || at(0) == 0x68 && at(1) == 0x6F { return true }
      return text.count >= 2 && text[0] == 0x31 && text[1] == 0x31
        && (text.count == 2 || text[2] == 0x20)
    case .hebrewAnd:
      return text.count == 1 || !(text[0] == 0xD6 && text[1] >= 0x91 || text[0] == 0xD7)
    }
  }
}
