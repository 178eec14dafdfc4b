public import CCalque
import CalqueBase
import CalqueJSON
import CalqueLocale
import CalqueProposals

// include/calque/localization.h: making, looking up, languages

@c @implementation
public func calque_localization_create(
  _ options_json: UnsafePointer<CChar>!, _ options_length: Int,
  _ services: UnsafePointer<calque_services>!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.object(out, error) { () throws(Diagnostic) in
    let members = try Input.members(options_json, options_length, "options_json")
    let options = try LocalizationOptions(members)
    let host = try HostServices(services)
    let localization = try Localization(options, host.services)
    host.own()
    localization.start()
    return LocalizationOwner(localization)
  }
}

@c @implementation
public func calque_localization_retain(_ localization: OpaquePointer!) -> OpaquePointer! {
  Handle.retain(localization, as: LocalizationOwner.self)
  return localization
}

@c @implementation
public func calque_localization_release(_ localization: OpaquePointer!) {
  Handle.release(localization, as: LocalizationOwner.self)
}

@c @implementation
public func calque_localization_text(
  _ localization: OpaquePointer!, _ identifier: UnsafePointer<CChar>!, _ identifier_length: Int,
  _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!,
  _ source: UnsafeMutablePointer<calque_localization_source>!
) -> calque_status {
  let source = source as UnsafeMutablePointer<calque_localization_source>?
  source?.pointee = 0
  Reply.clear(buffer, capacity, length)
  return Outcome.of(nil) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let text = try Input.text(identifier, identifier_length, "identifier")
    let found = try localization.find(text)
    source?.pointee = found?.source.rawValue ?? 0
    let status = try Reply.copy(found?.value ?? "", buffer, capacity, length)
    return found == nil ? CALQUE_NOT_FOUND : status
  }
}

@c @implementation
public func calque_localization_lookup(
  _ localization: OpaquePointer!, _ section: UnsafePointer<CChar>!, _ section_length: Int,
  _ key: UnsafePointer<CChar>!, _ key_length: Int, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let identifier = try ItemIdentifier(
      section: Input.text(section, section_length, "section"),
      key: Input.text(key, key_length, "key"))
    return localization.find(identifier).map { JSON.text(of: $0.data) }
  }
}

@c @implementation
public func calque_localization_texts_json(
  _ localization: OpaquePointer!, _ locale: UnsafePointer<CChar>!, _ locale_length: Int,
  _ json: UnsafeMutablePointer<calque_string>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let locale = try Input.text(locale, locale_length, "locale")
    return localization.texts(locale: locale).map { JSON.text(of: $0) }
  }
}

@c @implementation
public func calque_localization_locale(
  _ localization: OpaquePointer!, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  guard let owner = Handle.object(localization, as: LocalizationOwner.self) else {
    Reply.clear(buffer, capacity, length)
    return DiagnosticCode.invalidArgument.rawValue
  }
  return Reply.text(owner.localization.currentLocale, buffer, capacity, length)
}

@c @implementation
public func calque_localization_languages(
  _ localization: OpaquePointer!, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    JSON.text(of: try Input.localization(localization).languages)
  }
}

@c @implementation
public func calque_localization_split_identifier(
  _ identifier: UnsafePointer<CChar>!, _ identifier_length: Int,
  _ section: UnsafeMutablePointer<calque_string>!, _ key: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.clear(section)
  Reply.clear(key)
  return Outcome.of(error) { () throws(Diagnostic) in
    let text = try Input.text(identifier, identifier_length, "identifier")
    guard (section as UnsafeMutablePointer<calque_string>?) != nil,
      (key as UnsafeMutablePointer<calque_string>?) != nil
    else { throw Input.missing("an output string") }
    guard let identifier = ItemIdentifier(text) else { return CALQUE_NOT_FOUND }
    try Reply.give(identifier.section, to: section)
    try Reply.give(identifier.key, to: key)
    return CALQUE_OK
  }
}

@c @implementation
public func calque_localization_accept_language(
  _ locale_override: UnsafePointer<CChar>!, _ override_length: Int,
  _ preferred: UnsafePointer<CChar>!, _ preferred_length: Int,
  _ header: UnsafeMutablePointer<calque_string>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(header, error) { () throws(Diagnostic) in
    AcceptLanguage.header(
      override: try Input.optionalText(locale_override, override_length),
      preferred: try Input.optionalList(preferred, preferred_length)?.texts ?? [])
  }
}
