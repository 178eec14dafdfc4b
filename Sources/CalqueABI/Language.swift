public import CCalque
import CalqueBase
import CalqueLocale
import CalqueTranslator

// include/calque/language.h
extension CFunction {
  static func calque_language_of_locale(_ locale: Text) -> Text? { LanguageTag.ofLocale(locale) }
}

@c @implementation
public func calque_translator_best_language(
  _ translator: OpaquePointer?, _ wanted: UnsafePointer<CChar>?, _ wanted_length: Int,
  _ match: UInt32, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  let buffer = TextBuffer(buffer, capacity, length)
  buffer.clear()
  return Outcome.of(nil) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    guard match <= 1 else { throw Diagnostic(.invalidArgument, "match is out of range") }
    let list = try Input.given(Input.optionalList(wanted, wanted_length), "wanted")
    let ranges =
      list.isArray ? LanguageRanges(list.texts) : LanguageRanges(header: list.texts[0])
    let best = translator.bestLanguage(ranges, match == 1 ? .closestOfEach : .exactFirst)
    let status = try buffer.copy(best ?? translator.fallbackLanguage ?? "")
    return best == nil ? CALQUE_NOT_FOUND : status
  }
}
