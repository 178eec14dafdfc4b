public import CCalque
import CalqueBase
import CalqueLocale

// include/calque/plural.h

@c @implementation
public func calque_plural_category(
  _ locale: UnsafePointer<CChar>!, _ locale_length: Int, _ count: UnsafePointer<CChar>!,
  _ count_length: Int, _ kind: calque_plural_kind,
  _ category: UnsafeMutablePointer<calque_plural>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  let answer = category as UnsafeMutablePointer<calque_plural>?
  answer?.pointee = calque_plural(PluralCategory.other.rawValue)
  return Outcome.of(error) { () throws(Diagnostic) in
    guard let answer else { throw Input.missing("category") }
    guard kind == 0 || kind == 1 else {
      throw Diagnostic(.invalidArgument, "there is no such plural kind")
    }
    let tag = try Input.text(locale, locale_length, "locale")
    guard let digits = try Input.bytes(count, count_length) else { throw Input.missing("count") }
    guard let operands = PluralOperands(decimal: digits) else {
      throw Diagnostic(.invalidArgument, "count is not a decimal number of at most 128 bytes")
    }
    guard let rule = PluralRule.find(for: tag, ordinal: kind == 1) else {
      throw Diagnostic(.invalidLocale, "CLDR has no plural rules for the language")
    }
    answer.pointee = calque_plural(rule.category(of: operands).rawValue)
    return Outcome.ok
  }
}

@c @implementation
public func calque_plural_name(_ category: calque_plural) -> UnsafePointer<CChar>! {
  let known = UInt8(exactly: category).flatMap { PluralCategory(rawValue: $0) }
  return (known ?? .other).name.cString
}
