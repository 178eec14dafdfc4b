import CCalque
import CalqueBase
import CalqueConnections
import CalqueJSON
import CalqueLocale
import CalqueProposals
import CalqueTranslator

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

  // MARK: Events and components

  static func calque_localization_register(
    _ localization: Localization, _ identifier: ItemIdentifier,
    _ component: calque_component, _ number: UnsafeMutablePointer<UInt64>?
  ) throws(Diagnostic) {
    let group = try Input.optionalText(component.group.data, component.group.length)
    let handlers = try ComponentHandlers(component)
    let made = localization.register(identifier, group: group ?? "", handlers)
    number?.pointee = made
    localization.show(component: made)
  }

  // MARK: Proposed values, edit mode, lists

  static func calque_proposals_end_editing(
    _ localization: Localization, _ told: UnsafeMutablePointer<calque_string>?
  ) throws(Diagnostic) {
    let value = localization.data(of: localization.endEditing())
    if told != nil { try Reply.give(JSON.text(of: value), to: told) }
  }

  static func calque_proposals_list(
    _ localization: Localization, _ section: Text?, _ key: Text?, _ group: Text?
  ) throws(Diagnostic) -> Value {
    if let group {
      guard section == nil, key == nil else {
        throw Diagnostic(.invalidArgument, "there is a group beside a section")
      }
      return localization.listProposals(group: group)
    }
    let filter: ProposalFilter
    if let key {
      guard let section else { throw Input.missing("section") }
      filter = .identifier(try ItemIdentifier(section: section, key: key))
    } else {
      filter = section.map { .section($0) } ?? .all
    }
    return localization.listProposals(filter)
  }

  // MARK: The backend

  static func calque_proposals_fetch(
    _ localization: Localization, _ state: Text?, _ completion: calque_completion?,
    _ context: HostContext
  ) throws(Diagnostic) -> UInt64 {
    guard let state = ProposalListState(state ?? "unaccepted") else {
      throw Diagnostic(.invalidArgument, "state is not unaccepted, accepted or all")
    }
    return localization.fetchProposals(state: state, context.completion(completion))
  }
}

extension Localization {
  func data(of summary: ProposalSummary) -> Value {
    var members = summary.value.object ?? Members()
    members["isEditing"] = .bool(isEditing)
    return .object(members)
  }
}

extension ComponentHandlers {
  /// The functions of a component of C as closures, which own its user data.
  ///
  /// - Throws: `invalidArgument` without `set_value`.
  fileprivate init(_ table: calque_component) throws(Diagnostic) {
    guard let setValue = table.set_value else {
      throw Diagnostic(.invalidArgument, "component->set_value is NULL")
    }
    let context = HostContext(table.user_data, table.user_data_free).owned
    self.init(setValue: { found in
      Borrowed(found.value, found.locale).call {
        setValue(context.userData, $0[0], $0[1], found.source.rawValue)
      }
    })
    if let begin = table.begin_editing {
      beginEditing = {
        let original = Borrowed().text { _, sink in
          begin(context.userData, sink)
          return true
        }
        return original ?? ""
      }
    }
    if let end = table.end_editing {
      endEditing = { original in Borrowed(original).call { end(context.userData, $0[0]) } }
    }
  }
}
