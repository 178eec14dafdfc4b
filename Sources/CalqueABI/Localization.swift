public import CCalque
import CalqueBase
import CalqueLocale
import CalqueProposals

// include/calque/localization.h: making, looking up, languages

@c @implementation
public func calque_localization_text(
  _ localization: OpaquePointer?, _ identifier: UnsafePointer<CChar>?, _ identifier_length: Int,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?,
  _ source: UnsafeMutablePointer<calque_localization_source>?
) -> calque_status {
  source?.pointee = 0
  return TextBuffer(buffer, capacity, length).reply { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let found = try localization.find(Input.text(identifier, identifier_length, "identifier"))
    source?.pointee = found?.source.rawValue ?? 0
    return found?.value
  }
}

@c @implementation
public func calque_localization_split_identifier(
  _ identifier: UnsafePointer<CChar>?, _ identifier_length: Int,
  _ section: UnsafeMutablePointer<calque_string>?, _ key: UnsafeMutablePointer<calque_string>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  Reply.clear(section)
  Reply.clear(key)
  return Outcome.of(error) { () throws(Diagnostic) in
    let text = try Input.text(identifier, identifier_length, "identifier")
    guard section != nil, key != nil else { throw Input.missing("an output string") }
    guard let identifier = ItemIdentifier(text) else { return CALQUE_NOT_FOUND }
    try Reply.give(identifier.section, to: section)
    try Reply.give(identifier.key, to: key)
    return CALQUE_OK
  }
}

extension CFunction {
  static func calque_localization_create(
    _ options: Members, _ host: HostServices
  ) throws(Diagnostic) -> LocalizationOwner {
    let localization = try Localization(LocalizationOptions(options), host.services)
    host.own()
    localization.start()
    return LocalizationOwner(localization)
  }

  static func calque_localization_lookup(
    _ localization: Localization, _ section: Text, _ key: Text
  ) throws(Diagnostic) -> Value? {
    localization.find(try ItemIdentifier(section: section, key: key))?.data
  }

  static func calque_localization_texts_json(
    _ localization: Localization, _ locale: Text
  ) -> Value? {
    localization.texts(locale: locale)
  }

  static func calque_localization_languages(_ localization: Localization) -> Value {
    localization.languages
  }

  static func calque_localization_accept_language(
    _ override: Text?, _ preferred: TextList?
  ) -> Text? {
    AcceptLanguage.header(override: override, preferred: preferred?.texts ?? [])
  }
}

/// The object behind `calque_localization`: closes it with the last reference, since calls under
/// way keep the localization itself.
final class LocalizationOwner: Sendable {
  let localization: Localization

  init(_ localization: Localization) { self.localization = localization }

  deinit { localization.close() }
}

extension Input {
  static func localization(_ handle: OpaquePointer?) throws(Diagnostic) -> Localization {
    try object(handle, LocalizationOwner.self, "localization").localization
  }

  /// An identifier in its text form.
  static func identifier(
    _ start: UnsafePointer<CChar>?, _ length: Int
  ) throws(Diagnostic) -> ItemIdentifier {
    let text = try text(start, length, "identifier")
    guard let identifier = ItemIdentifier(written: text) else {
      throw Diagnostic(
        .invalidArgument, "an identifier is a section and a key: section.key", source: text)
    }
    return identifier
  }
}
