import CCalque
import CalqueBase
import CalqueLocale
import CalqueTranslator

// include/calque/language.h
extension CFunction {
  static func calque_language_of_locale(_ locale: Text) -> Text? { LanguageTag.ofLocale(locale) }

  static func calque_translator_best_language(
    _ translator: Translator, _ wanted: TextList?, _ match: UInt32, _ buffer: TextBuffer
  ) throws(Diagnostic) -> calque_status {
    guard match <= 1 else { throw Diagnostic(.invalidArgument, "match is out of range") }
    let wanted = try Input.given(wanted, "wanted")
    let ranges =
      wanted.isArray ? LanguageRanges(wanted.texts) : LanguageRanges(header: wanted.texts[0])
    let best = translator.bestLanguage(ranges, match == 1 ? .closestOfEach : .exactFirst)
    let status = try buffer.copy(best ?? translator.fallbackLanguage ?? "")
    return best == nil ? CALQUE_NOT_FOUND : status
  }
}
