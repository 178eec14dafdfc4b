import CCalque
import CalqueBase
import CalqueLocale
import CalqueProposals

// include/calque/localization.h: making, looking up, languages

extension CFunction {
  static func calque_localization_text(
    _ localization: Localization, _ identifier: Text, _ buffer: TextBuffer,
    _ source: UnsafeMutablePointer<calque_localization_source>?
  ) throws(Diagnostic) -> calque_status {
    let found = try localization.find(identifier)
    source?.pointee = found?.source.rawValue ?? 0
    return try buffer.copy(found?.value)
  }

  static func calque_localization_split_identifier(
    _ identifier: Text, _ section: UnsafeMutablePointer<calque_string>?,
    _ key: UnsafeMutablePointer<calque_string>?
  ) throws(Diagnostic) -> calque_status {
    guard section != nil, key != nil else { throw Input.missing("an output string") }
    guard let identifier = ItemIdentifier(identifier) else { return CALQUE_NOT_FOUND }
    try Reply.give(identifier.section, to: section)
    try Reply.give(identifier.key, to: key)
    return CALQUE_OK
  }

  static func calque_localization_create(
    _ options: Members, _ host: HostServices
  ) throws(Diagnostic) -> Owner<Localization> {
    let localization = try Localization(LocalizationOptions(options), host.services)
    host.own()
    localization.start()
    return Owner(localization)
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

extension Input {
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
