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
  }

  /// A conjunction that a locale writes differently before some texts.
  private enum Exception {
    case none, spanishAnd, spanishOr, hebrewAnd
  }

  private let phrases: Phrases
  private let exception: Exception

  @inline(never)
  init(_ locale: FormatLocale) {
    let options = locale.options
    let phrases = Phrases()
    self.phrases = phrases
    let type = max(options[Place.type], 0)
    let first = LocaleFields.Core.lists &+ (type &* 3 &+ max(options[Place.style], 0)) &* 4
    let language = locale.language.word(0, by: 0x2D)
    if language.equals("es"), type < 2 {
      exception = type == 0 ? .spanishAnd : .spanishOr
    } else {
      exception = type == 0 && language.equals("he") ? .hebrewAnd : .none
    }
    for place in 0..<4 { phrases.add(between: locale.text(first &+ place, or: "{0}, {1}")) }
    super.init(.list)
  }

  override func format(count: Int, to output: inout Output, _ text: (Int) -> Bytes) -> Bool {
    guard count > 1 else {
      if count == 1 { output.append(bytes: text(0)) }
      return true
    }
    let last = text(count &- 1)
    let final = count == 2 ? Joint.pair : Joint.end
    phrases.append(final, to: &output)
    var place = count &- 2
    while place > 0 {
      phrases.append(place == 1 ? Joint.start : Joint.middle, to: &output)
      place &-= 1
    }
    output.append(bytes: text(0))
    place = 1
    while place < count &- 1 {
      let joint = place == 1 ? Joint.start : Joint.middle
      phrases.append(joint &+ 1, to: &output)
      output.append(bytes: text(place))
      phrases.append(joint &+ 2, to: &output)
      place &+= 1
    }
    phrases.append(final &+ 1, to: &output)
    if exception != .none, isException(last) { appendException(to: &output) }
    output.append(bytes: last)
    phrases.append(final &+ 2, to: &output)
    return true
  }

  /// Writes ` e ` and ` u ` in the place of ` y ` and ` o `, and a hyphen behind a Hebrew conjunction.
  private func appendException(to output: inout Output) {
    if exception == .hebrewAnd { return output.put(0x2D) }
    output.rewind(to: output.length &- 2)
    output.put(exception == .spanishAnd ? 0x65 : 0x75)
    output.put(0x20)
  }

  /// Whether the last text has another conjunction before it: Spanish `e` before an i that is heard
  /// and `u` before an o, Hebrew with a hyphen before other scripts.
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
