import CCalque
import CalqueBase
import CalqueConnections
import CalqueJSON
import CalqueProposals
import CalqueTranslator

// include/calque/localization.h: payloads, changing languages, fetching

extension CFunction {
  static func calque_localization_load_index(
    _ localization: Localization, _ json: Bytes, _ acceptLanguage: Text?,
    _ newer: UnsafeMutablePointer<calque_string>?
  ) throws(Diagnostic) {
    let entries = try localization.loadIndex(Text(json))
    if let acceptLanguage { try localization.noteAcceptLanguage(acceptLanguage) }
    if newer != nil { try Reply.give(JSON.text(of: .array(entries.map { $0.value })), to: newer) }
  }

  static func calque_localization_set_options(
    _ localization: Localization, _ options: Members
  ) throws(Diagnostic) {
    let reader = MemberReader(options)
    let override = reader.text("languageOverride")
    let preferred = options["preferredLanguages"]
    let fallback = reader.text("fallbackLocale")
    let languages = preferred?.array ?? preferred.map { [$0] } ?? []
    if languages.contains(where: { $0.text == nil }) {
      reader.refuse("preferredLanguages", "a string or an array of strings")
    }
    try reader.finish()
    try reader.allow(["languageOverride", "preferredLanguages", "fallbackLocale"])
    if preferred != nil { localization.setPreferredLanguages(languages.compactMap { $0.text }) }
    if options["fallbackLocale"] != nil { localization.setFallbackLocale(fallback) }
    if options["languageOverride"] != nil { try localization.setLanguageOverride(override) }
  }

  static func calque_localization_enter_foreground(_ localization: Localization) {
    localization.start()
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
    guard let translator else { return localization.setHook(nil) }
    LocalizationTranslator.connect(translator, to: localization)
  }
}
