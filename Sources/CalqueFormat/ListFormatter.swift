import CalqueBase

/// Joins texts as a locale does: `a, b and c`.
struct ListFormatter {
  /// A pattern of two, without its placeholders.
  private struct Joint {
    let before: Text
    let between: Text
    let after: Text

    init(_ pattern: Text) {
      let first = pattern.firstIndex(of: "{0}") ?? 0
      let second = pattern.firstIndex(of: "{1}") ?? pattern.count
      before = pattern.part(0, first)
      between = pattern.part(min(first + 3, second), second)
      after = pattern.part(min(second + 3, pattern.count))
    }
  }

  /// What a locale writes differently before some texts.
  private enum Exception {
    case spanishAnd, spanishOr, hebrewAnd
  }

  static let names: [StaticString] = ["localeMatcher", "type", "style"]

  private let start: Joint
  private let middle: Joint
  private let end: Joint
  private let pair: Joint
  private let exception: Exception?
  private let exceptionEnd: Joint
  private let exceptionPair: Joint

  init(_ locale: FormatLocale, _ options: FormatOptions) throws(Diagnostic) {
    let type = try options.choice("type", ["conjunction", "disjunction", "unit"]) ?? 0
    let style = try options.choice("style", ["long", "short", "narrow"]) ?? 0
    let first = LocaleFields.Core.lists + (type * 3 + style) * 4
    let patterns = (0..<4).map { locale.text(first + $0) ?? "{0}, {1}" }
    start = Joint(patterns[0])
    middle = Joint(patterns[1])
    end = Joint(patterns[2])
    pair = Joint(patterns[3])
    let language = locale.language.part(0, locale.language.firstIndex(of: "-"))
    var swap: (Text, Text) = ("", "")
    if language == "es", type == 0 {
      (exception, swap) = (.spanishAnd, (" y ", " e "))
    } else if language == "es", type == 1 {
      (exception, swap) = (.spanishOr, (" o ", " u "))
    } else if language == "he" || language == "iw", type == 0 {
      (exception, swap) = (.hebrewAnd, ("\u{5D5}{1}", "\u{5D5}-{1}"))
    } else {
      exception = nil
    }
    exceptionEnd = exception == nil ? end : Joint(patterns[2].replacing(swap.0, with: swap.1))
    exceptionPair = exception == nil ? pair : Joint(patterns[3].replacing(swap.0, with: swap.1))
  }

  /// Joins texts.
  ///
  /// - Parameter text: Gives the text of a place.
  func format(
    count: Int, to output: inout Output, _ text: (Int) -> UnsafeBufferPointer<UInt8>
  ) {
    guard count > 1 else {
      if count == 1 { append(text(0), to: &output) }
      return
    }
    let last = text(count - 1)
    let differs = exception.map { isException($0, last) } ?? false
    if count == 2 {
      let joint = differs ? exceptionPair : pair
      output.append(joint.before)
      append(text(0), to: &output)
      output.append(joint.between)
      append(last, to: &output)
      output.append(joint.after)
      return
    }
    let final = differs ? exceptionEnd : end
    output.append(final.before)
    for _ in 1..<count - 2 { output.append(middle.before) }
    output.append(start.before)
    append(text(0), to: &output)
    output.append(start.between)
    append(text(1), to: &output)
    output.append(start.after)
    for place in 2..<count - 1 {
      output.append(middle.between)
      append(text(place), to: &output)
      output.append(middle.after)
    }
    output.append(final.between)
    append(last, to: &output)
    output.append(final.after)
  }

  private func append(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout Output) {
    if let start = bytes.baseAddress { output.append(start, bytes.count) }
  }

  /// Whether the last text takes the other pattern: Spanish `e` before an i that is heard and `u`
  /// before an o, Hebrew with a hyphen before other scripts.
  private func isException(_ exception: Exception, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let first = text.count > 0 ? text[0] | 0x20 : 0
    let second = text.count > 1 ? text[1] | 0x20 : 0
    switch exception {
    case .spanishAnd:
      if first == 0x69 { return true }
      let third = text.count > 2 ? text[2] | 0x20 : 0
      return first == 0x68 && second == 0x69 && third != 0x61 && third != 0x65
    case .spanishOr:
      guard text.count > 0 else { return false }
      if first == 0x6F || text[0] == 0x38 { return true }
      if first == 0x68, second == 0x6F { return true }
      return text.count >= 2 && text[0] == 0x31 && text[1] == 0x31
        && (text.count == 2 || text[2] == 0x20)
    case .hebrewAnd:
      guard text.count > 1 else { return text.count == 1 }
      return !(text[0] == 0xD6 && text[1] >= 0x91 || text[0] == 0xD7)
    }
  }
}
