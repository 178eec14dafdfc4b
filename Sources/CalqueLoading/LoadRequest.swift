package import CalqueBase

/// What is to be loaded: each namespace of each language.
package struct LoadRequest: Sendable {
  package var languages: [Text]
  package var namespaces: [Text]
  /// Files that are there already, or failed for good, are left out.
  package var onlyMissing: Bool

  package init(languages: [Text], namespaces: [Text], onlyMissing: Bool = false) {
    self.languages = languages
    self.namespaces = namespaces
    self.onlyMissing = onlyMissing
  }

  /// Each file once, language by language.
  var files: [FileName] {
    var files: [FileName] = []
    for lng in Self.unique(languages) {
      for ns in Self.unique(namespaces) { files.append(FileName(lng, ns)) }
    }
    return files
  }

  private static func unique(_ names: [Text]) -> [Text] {
    var seen = TextTable<Bool>()
    for name in names where !name.isEmpty { seen[name] = true }
    return seen.keys
  }
}
