public import CCalque
import CalqueBase
import CalqueLocale

// include/calque/plural.h

@c @implementation
public func calque_plural_category(
  _ locale: UnsafePointer<CChar>?, _ locale_length: Int, _ count: UnsafePointer<CChar>?,
  _ count_length: Int, _ kind: calque_plural_kind,
  _ category: UnsafeMutablePointer<calque_plural>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  Reply.value(category, calque_plural(PluralCategory.other.rawValue), error) {
    () throws(Diagnostic) in
    _ = try Input.given(category, "category")
    return try select(rule(locale, locale_length, PluralKind(kind)), count, count_length)
  }
}

@c @implementation
public func calque_plural_rule_find(
  _ locale: UnsafePointer<CChar>?, _ locale_length: Int, _ kind: calque_plural_kind,
  _ rule: UnsafeMutablePointer<calque_plural_rule>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  Reply.value(rule, calque_plural_rule(), error) { () throws(Diagnostic) in
    _ = try Input.given(rule, "rule")
    // 0 is not a rule.
    let number = try CalqueABI.rule(locale, locale_length, PluralKind(kind)).number
    return calque_plural_rule(value: UInt32(number) + 1)
  }
}

struct PluralKind {
  let isOrdinal: Bool

  init(_ kind: calque_plural_kind) throws(Diagnostic) {
    guard kind == CALQUE_PLURAL_CARDINAL || kind == CALQUE_PLURAL_ORDINAL else {
      throw Diagnostic(.invalidArgument, "unknown kind of plural")
    }
    isOrdinal = kind == CALQUE_PLURAL_ORDINAL
  }
}

extension PluralRule {
  /// nil for a rule that is none.
  init?(_ rule: calque_plural_rule) {
    guard let number = UInt8(exactly: rule.value &- 1) else { return nil }
    self.init(number: number)
  }
}

/// The rule of a language; allocates nothing unless its tag is an alias or wrong.
private func rule(
  _ locale: UnsafePointer<CChar>?, _ length: Int, _ kind: PluralKind
) throws(Diagnostic) -> PluralRule {
  let bytes = try Input.required(locale, length, "locale")
  if let rule = PluralRule.nearest(to: bytes, ordinal: kind.isOrdinal) { return rule }
  let tag = try Input.text(locale, length, "locale")
  guard let rule = PluralRule.find(for: tag, ordinal: kind.isOrdinal) else {
    throw Diagnostic(.invalidLocale, "CLDR has no plural rules for the language")
  }
  return rule
}

/// The category of a decimal text, which is read in place.
private func select(
  _ rule: PluralRule, _ count: UnsafePointer<CChar>?, _ length: Int
) throws(Diagnostic) -> calque_plural {
  let digits = try Input.required(count, length, "count")
  guard let operands = PluralOperands(decimal: digits) else {
    throw Diagnostic(.invalidArgument, "count is not a decimal number of at most 128 bytes")
  }
  return calque_plural(rule.category(of: operands).rawValue)
}
