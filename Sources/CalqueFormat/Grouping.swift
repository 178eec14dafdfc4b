import CalqueBase

/// Digits of the last group and of those before, and from how many digits on a number is grouped.
struct Grouping: Sendable {
  let primary: Int
  let secondary: Int
  /// 0 for never.
  let from: Int

  init(_ pattern: NumberPattern, _ locale: FormatLocale, _ wanted: NumberOptions.Grouping) {
    (primary, secondary) = (pattern.primary, pattern.secondary)
    let stated = locale.text(LocaleFields.Core.leastGrouped)
    let usual = stated.isEmpty ? 1 : Int(stated[0] & 0x0F)
    switch wanted {
    case .always: from = primary == 0 ? 0 : primary &+ 1
    case .min2: from = primary == 0 ? 0 : primary &+ max(usual, 2)
    case .automatic: from = primary == 0 ? 0 : primary &+ usual
    case .off: from = 0
    }
  }

  /// How many digits are behind the first separator of a number of so many; 0 for none.
  func first(of digits: Int) -> Int {
    if from == 0 || digits < from { return 0 }
    return primary &+ (digits &- primary &- 1) / secondary &* secondary
  }
}
