public import CCalque
import CalqueBase
import CalqueConnections
import CalqueJSON
import CalqueProposals
import CalqueTranslator

// include/calque/localization.h: payloads, changing languages, fetching

/// Runs the body of a call that changes a localization.
private func changing(
  _ localization: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?,
  _ body: (Localization) throws(Diagnostic) -> Void
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    try body(Input.localization(localization))
    return CALQUE_OK
  }
}

@c @implementation
public func calque_localization_load_index(
  _ localization: OpaquePointer!, _ json: UnsafePointer<CChar>!, _ json_length: Int,
  _ newer: UnsafeMutablePointer<calque_string>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.clear(newer)
  return Outcome.of(error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let entries = try localization.loadIndex(Text(Input.required(json, json_length, "json")))
    if let newer = newer as UnsafeMutablePointer<calque_string>? {
      try Reply.give(JSON.text(of: .array(entries.map { $0.value })), to: newer)
    }
    return CALQUE_OK
  }
}

@c @implementation
public func calque_localization_note_accept_language(
  _ localization: OpaquePointer!, _ header: UnsafePointer<CChar>!, _ header_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  changing(localization, error) { (localization) throws(Diagnostic) in
    try localization.noteAcceptLanguage(try Input.text(header, header_length, "header"))
  }
}

@c @implementation
public func calque_localization_load_resource(
  _ localization: OpaquePointer!, _ json: UnsafePointer<CChar>!, _ json_length: Int,
  _ locale: UnsafePointer<CChar>!, _ locale_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  changing(localization, error) { (localization) throws(Diagnostic) in
    let payload = Text(try Input.required(json, json_length, "json"))
    let locale = try Input.optionalText(locale, locale_length)
    try localization.loadResource(payload, locale: locale)
  }
}

@c @implementation
public func calque_localization_clear(
  _ localization: OpaquePointer!, _ including_persisted: Bool,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  changing(localization, error) { (localization) throws(Diagnostic) in
    try localization.clear(includingPersisted: including_persisted)
  }
}

@c @implementation
public func calque_localization_set_override(
  _ localization: OpaquePointer!, _ locale: UnsafePointer<CChar>!, _ locale_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  changing(localization, error) { (localization) throws(Diagnostic) in
    try localization.setLanguageOverride(try Input.optionalText(locale, locale_length))
  }
}

@c @implementation
public func calque_localization_set_preferred(
  _ localization: OpaquePointer!, _ locales: UnsafePointer<CChar>!, _ locales_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  changing(localization, error) { (localization) throws(Diagnostic) in
    localization.setPreferredLanguages(try Input.list(locales, locales_length, "locales"))
  }
}

@c @implementation
public func calque_localization_set_fallback(
  _ localization: OpaquePointer!, _ locale: UnsafePointer<CChar>!, _ locale_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  changing(localization, error) { (localization) throws(Diagnostic) in
    localization.setFallbackLocale(try Input.optionalText(locale, locale_length))
  }
}

@c @implementation
public func calque_localization_update(
  _ localization: OpaquePointer!, _ completion: calque_localization_completion!,
  _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ call: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  LocalizationCompletion(completion, user_data, user_data_free)
    .begin(localization, call, error) { localization in { localization.update($0) } }
}

@c @implementation
public func calque_localization_fetch_languages(
  _ localization: OpaquePointer!, _ completion: calque_localization_completion!,
  _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ call: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  LocalizationCompletion(completion, user_data, user_data_free)
    .begin(localization, call, error) { localization in { localization.fetchAvailableLanguages($0) }
    }
}

@c @implementation
public func calque_localization_cancel(
  _ localization: OpaquePointer!, _ call: UInt64
) -> calque_status {
  Outcome.of(nil) { () throws(Diagnostic) in
    try Input.localization(localization).cancel(call: call) ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}

@c @implementation
public func calque_localization_enter_foreground(_ localization: OpaquePointer!) {
  Handle.object(localization, as: LocalizationOwner.self)?.localization.enterForeground()
}

@c @implementation
public func calque_localization_connect_translator(
  _ localization: OpaquePointer!, _ translator: OpaquePointer!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  changing(localization, error) { localization in
    if let translator = Handle.object(translator, as: Translator.self) {
      LocalizationTranslator.connect(translator, to: localization)
    } else {
      localization.setHooks(nil, nil)
    }
  }
}
