package import CalqueBase

/// The files to load: each namespace of each language.
package struct LoadRequest: Sendable {
  package var languages: [Text]
  package var namespaces: [Text]
  /// Files that are loaded, or that failed permanently, are skipped.
  package var onlyMissing: Bool
  /// The language changes when it is done, so only another such load may supersede it.
  package var changesLanguage = false
  /// The old bundle is replaced as a whole, so keys that a file no longer has are removed.
  package var replaces = false

  package init(languages: [Text], namespaces: [Text], onlyMissing: Bool = false) {
    self.languages = languages
    self.namespaces = namespaces
    self.onlyMissing = onlyMissing
  }

  /// Whether a load of this request supersedes an older one.
  func covers(_ older: LoadRequest) -> Bool {
    guard !onlyMissing, changesLanguage || !older.changesLanguage else { return false }
    return older.languages.allSatisfy { languages.contains($0) }
      && older.namespaces.allSatisfy { namespaces.contains($0) }
  }

  /// Each file once, language by language.
  var files: [FileName] {
    var files: [FileName] = []
    for lng in Self.unique(languages) {
      for ns in Self.unique(namespaces) { files.append(FileName(lng, ns)) }
    }
    return files
  }

  func wants(_ name: FileName) -> Bool {
    languages.contains(name.lng) && namespaces.contains(name.ns)
  }

  private static func unique(_ names: [Text]) -> [Text] {
    var seen = TextTable<Bool>()
    for name in names where !name.isEmpty { seen[name] = true }
    return seen.keys
  }
}
