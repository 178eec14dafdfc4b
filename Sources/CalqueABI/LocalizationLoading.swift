public import CCalque
import CalqueBase
import CalqueConnections
import CalqueJSON
import CalqueProposals
import CalqueTranslator

// include/calque/localization.h: payloads, changing languages, fetching

@c @implementation
public func calque_localization_load_index(
  _ localization: OpaquePointer?, _ json: UnsafePointer<CChar>?, _ json_length: Int,
  _ newer: UnsafeMutablePointer<calque_string>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  Reply.clear(newer)
  return Outcome.of(error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let entries = try localization.loadIndex(Text(Input.required(json, json_length, "json")))
    if newer != nil { try Reply.give(JSON.text(of: .array(entries.map { $0.value })), to: newer) }
    return CALQUE_OK
  }
}

extension CFunction {
  static func calque_localization_enter_foreground(_ localization: Localization) {
    localization.start()
  }

  static func calque_localization_note_accept_language(
    _ localization: Localization, _ header: Text
  ) throws(Diagnostic) {
    try localization.noteAcceptLanguage(header)
  }

  static func calque_localization_load_resource(
    _ localization: Localization, _ json: Bytes, _ locale: Text?
  ) throws(Diagnostic) {
    try localization.loadResource(Text(json), locale: locale)
  }

  static func calque_localization_clear(
    _ localization: Localization, _ includingPersisted: Bool
  ) throws(Diagnostic) {
    try localization.clear(includingPersisted: includingPersisted)
  }

  static func calque_localization_set_override(
    _ localization: Localization, _ locale: Text?
  ) throws(Diagnostic) {
    try localization.setLanguageOverride(locale)
  }

  static func calque_localization_set_preferred(_ localization: Localization, _ locales: [Text]) {
    localization.setPreferredLanguages(locales)
  }

  static func calque_localization_set_fallback(_ localization: Localization, _ locale: Text?) {
    localization.setFallbackLocale(locale)
  }

  static func calque_localization_update(
    _ localization: Localization, _ completion: calque_completion?,
    _ context: HostContext
  ) -> UInt64 {
    localization.update(context.completion(completion))
  }

  static func calque_localization_fetch_languages(
    _ localization: Localization, _ completion: calque_completion?,
    _ context: HostContext
  ) -> UInt64 {
    localization.fetchAvailableLanguages(context.completion(completion))
  }

  static func calque_localization_cancel(_ localization: Localization, _ call: UInt64) -> Bool {
    localization.cancel(call: call)
  }

  static func calque_localization_connect_translator(
    _ localization: Localization, _ translator: Translator?
  ) {
    guard let translator else { return localization.setHooks(nil, nil) }
    LocalizationTranslator.connect(translator, to: localization)
  }
}
