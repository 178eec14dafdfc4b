package import CalqueBase
import CalqueJSON
import CalqueLocale
import CalqueStorage

/// The files that a localization keeps from one run to the next. A file that cannot be read is
/// removed and counts as none.
struct LocalizationFiles: Sendable {
  private static let index: Text = "LocalizationData.lclfile"
  private static let settings: Text = "Settings.json"
  private static let proposals: Text = "Proposals.json"
  private static let guid: Text = "Guid"
  private static let suffix: Text = ".tmfile"

  private let root: CacheDirectory
  private let locales: CacheDirectory
  private let payload: Payload

  init(_ directory: Text, _ payload: Payload) {
    root = CacheDirectory(directory).directory("Localization")
    locales = root.directory("Locales")
    self.payload = payload
  }

  // MARK: Localization

  func load(into parts: inout LocalizationParts) {
    parts.index = read(Self.index, in: root, payload.index) ?? []
    loadTables(into: &parts)
    guard let settings = members(Self.settings) else { return }
    parts.bestFit = Self.language(settings["bestFit"])
    parts.defaultLanguage = Self.language(settings["default"])
    parts.languageOverride = settings["languageOverride"]?.text ?? parts.languageOverride
    parts.lastUpdated = settings["lastUpdated"]?.integer ?? 0
    parts.acceptLanguage = settings["acceptLanguage"]?.text
  }

  /// Replaces the tables in memory by those in files.
  func loadTables(into parts: inout LocalizationParts) {
    parts.tables = []
    for name in (try? locales.names()) ?? [] where name.hasSuffix(Self.suffix) {
      let resource = read(name, in: locales) { (text) throws(Diagnostic) in
        try payload.resource(text)
      }
      parts.put(resource?.tables ?? [])
    }
  }

  /// The version of the program that wrote the settings.
  var appVersion: Text? { members(Self.settings)?["appVersion"]?.text }

  func save(_ parts: LocalizationParts, appVersion: Text) throws(Diagnostic) {
    try write(.array(parts.index.map { $0.value }), to: Self.index)
    try write(
      .object([
        "bestFit": parts.bestFit?.value ?? .null, "default": parts.defaultLanguage?.value ?? .null,
        "languageOverride": parts.languageOverride.map { .text($0) } ?? .null,
        "lastUpdated": .int(parts.lastUpdated),
        "acceptLanguage": parts.acceptLanguage.map { .text($0) } ?? .null,
        "appVersion": .text(appVersion),
      ]), to: Self.settings)
  }

  func save(_ table: Table) throws(Diagnostic) {
    let language: Members = ["locale": .text(table.locale)]
    let resource: Members = ["data": table.data, "meta": .object(["language": .object(language)])]
    let name = CacheDirectory.fileName(table.locale, Self.suffix)
    try locales.write(JSON.text(of: .object(resource)), to: name)
  }

  /// Removes tables, languages and settings; proposals stay.
  func clear() throws(Diagnostic) {
    for name in try locales.names() { try locales.remove(name) }
    try root.remove(Self.index)
    try root.remove(Self.settings)
  }

  // MARK: Proposals

  /// Reads the proposed values of a guid; invalid ones are skipped.
  func loadProposals(of guid: Text, into parts: inout LocalizationParts) {
    guard let members = members(Self.proposals), members["guid"]?.text == guid else { return }
    for value in members["proposals"]?.array ?? [] { parts.append(kept: value) }
    // It may have been on its way when the process ended.
    if parts.proposed.triedThrough == 0, let next = parts.proposed.nextToSend {
      parts.proposed.markTried(through: next.number)
    }
  }

  func save(_ proposed: ProposedValues, of guid: Text) throws(Diagnostic) {
    let values = proposed.list.map { proposed.kept($0) }
    try write(.object(["guid": .text(guid), "proposals": .array(values)]), to: Self.proposals)
  }

  /// The identifier of this installation; nil when none is kept.
  func guid() -> Text? {
    guard let text = try? root.read(Self.guid, maximumBytes: 64), text.count == 36,
      Identity(text) != nil
    else { return nil }
    return text
  }

  func save(guid: Text) throws(Diagnostic) { try root.write(guid, to: Self.guid) }

  // MARK: Reading and writing

  private func members(_ name: Text) -> Members? {
    read(name, in: root) { (text) throws(Diagnostic) in
      guard let members = try payload.value(text).object else {
        throw Diagnostic(.corrupt, "the file does not hold an object", source: name)
      }
      return members
    }
  }

  private func read<Result>(
    _ name: Text, in directory: CacheDirectory, _ body: (Text) throws(Diagnostic) -> Result
  ) -> Result? {
    do throws(Diagnostic) {
      let text = try directory.read(name, maximumBytes: payload.limits.maximumBytes)
      guard let text else { return nil }
      return try body(text)
    } catch {
      // A file that cannot be read now may be readable later; a wrong one stays wrong.
      if error.code != .io { try? directory.remove(name) }
      return nil
    }
  }

  private func write(_ value: Value, to name: Text) throws(Diagnostic) {
    try root.write(JSON.text(of: value), to: name)
  }

  private static func language(_ value: Value?) -> Language? {
    value.flatMap { try? Language($0, path: "") }
  }
}

/// Versions of the program: numbers between points, compared as numbers.
package enum AppVersion {
  /// Whether `new` comes after `old`: 1.10 after 1.9, 2 not after 2.0. Spaces around do not count,
  /// and a part that does not begin with a number counts as 0.
  package static func isNewer(_ new: Text, than old: Text) -> Bool {
    numbers(old).lexicographicallyPrecedes(numbers(new))
  }

  /// Without zeros at the end.
  private static func numbers(_ version: Text) -> [UInt64] {
    var numbers = version.trimmed().split(".").map { $0.trimmed().digits().value ?? .max }
    while numbers.last == 0 { numbers.removeLast() }
    return numbers
  }
}
