package import CalqueBase

/// Loading payloads of the host, and removing tables.
extension Localization {
  /// Loads an index: its languages, the best fit if it names one, and the default.
  ///
  /// - Returns: the entries whose texts are newer than those here.
  /// - Throws: as `Payload.index`; nothing changes then. `io` when it cannot be written.
  @discardableResult
  package func loadIndex(_ text: Text) throws(Diagnostic) -> [IndexEntry] {
    let entries = try payload.index(text)
    change { $0.take(entries) }
    try saveLanguages()
    return entries.filter { $0.shouldUpdate }
  }

  /// Notes the header that an index which the host fetched was asked for with.
  ///
  /// - Throws: `io` when it cannot be kept; it is noted all the same.
  package func noteAcceptLanguage(_ header: Text) throws(Diagnostic) {
    change(of: []) { $0.acceptLanguage = header }
    try saveLanguages()
  }

  /// Loads the texts of one language, or of several.
  ///
  /// - Parameter locale: whose texts these are when the payload does not say.
  /// - Throws: as `Payload.resource`; nothing changes then. `io` when it cannot be written.
  package func loadResource(_ text: Text, locale: Text? = nil) throws(Diagnostic) {
    let tables = try payload.resource(text, locale: locale).tables
    put(tables)
    send("loaded")
    for table in tables { try files?.save(table) }
  }

  /// Removes the tables. Tables in files are read again, unless the files are removed too; then
  /// everything is requested from the backend.
  ///
  /// - Throws: `io`.
  package func clear(includingPersisted: Bool) throws(Diagnostic) {
    if includingPersisted { try files?.clear() }
    let kept = files
    change { parts in
      parts.tables = []
      if includingPersisted { parts.lastUpdated = 0 }
      kept?.loadTables(into: &parts)
    }
    send("loaded")
  }
}

extension LocalizationParts {
  mutating func take(_ entries: [IndexEntry]) {
    index = entries
    if let best = entries.first(where: { $0.language.isBestFit }) { bestFit = best.language }
    if let first = entries.first(where: { $0.language.isDefault }) {
      defaultLanguage = first.language
    }
  }
}
