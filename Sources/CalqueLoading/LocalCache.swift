import CalqueBase
import CalqueJSON
import CalqueStorage
import CalqueTransport

/// The last good responses on disk: `<lang>.json` with `{ns: tree}`, as i18next-ios keeps them.
///
/// Their metadata is in `<lang>.state`, which identifies the content that it belongs to by size
/// and hash. A crash between the two writes leaves a state that belongs to nothing, and counts as
/// none.
struct LocalCache: Sendable {
  private let directory: CacheDirectory
  private let limits: JSONLimits

  init(_ directory: CacheDirectory, _ limits: JSONLimits) {
    (self.directory, self.limits) = (directory, limits)
  }

  func path(_ lng: Text) -> Text { "\(directory.path)/\(Self.contentName(lng))" }

  private static func contentName(_ lng: Text) -> Text { CacheDirectory.fileName(lng, ".json") }

  private static func stateName(_ lng: Text) -> Text { CacheDirectory.fileName(lng, ".state") }

  private func read(file name: Text) throws(Diagnostic) -> Text? {
    try directory.read(name, maximumBytes: limits.maximumBytes)
  }

  /// Removes what killed processes had begun to write.
  func tidy() { _ = try? directory.names() }

  /// The cached files of a language; nil when there are none.
  ///
  /// - Throws: `io`, `limitExceeded`, `corrupt`, with the number of I18NextErrorDomain.
  func read(_ lng: Text) throws(Diagnostic) -> CachedLanguage? {
    do throws(Diagnostic) {
      guard let content = try read(file: Self.contentName(lng)) else { return nil }
      var language = CachedLanguage()
      language.bytes = content.count
      language.trees = try trees(content)
      language.entries = entries(lng, of: content)
      return language
    } catch {
      throw error.from(source: path(lng)).with(detail: LoadDetail.cacheReadFailed)
    }
  }

  private func trees(_ content: Text) throws(Diagnostic) -> TextTable<Members> {
    do throws(Diagnostic) {
      return try limits.trees(content)
    } catch {
      guard error.code != .limitExceeded else { throw error }
      throw Diagnostic(.corrupt, "a cached file is damaged: \(error.message)")
    }
  }

  /// The state of a language, if it belongs to this content.
  private func entries(_ lng: Text, of content: Text) -> TextTable<CacheEntry> {
    var entries = TextTable<CacheEntry>()
    guard let text = try? read(file: Self.stateName(lng)),
      case .object(let state)? = try? JSON.parse(text, limits: limits),
      state["content"]?.text == Self.mark(content),
      case .object(let namespaces)? = state["namespaces"]
    else { return entries }
    for (ns, entry) in zip(namespaces.keys, namespaces.values) {
      if case .object(let members) = entry { entries[ns] = CacheEntry(members) }
    }
    return entries
  }

  /// Size and hash of a content.
  private static func mark(_ content: Text) -> Text {
    "\(content.count)-\(Hexadecimal.text(of: Hash.of(content)))"
  }

  /// Puts namespaces of a language in place, and leaves those that are not named as they are.
  ///
  /// - Parameter works: with metadata, which for a namespace without new content is used only if the
  ///   cache still holds that content: another process may have written other content.
  /// - Throws: `io`, with the number of I18NextErrorDomain. The old files stay.
  func update(_ lng: Text, _ works: [FileWork]) throws(Diagnostic) {
    do throws(Diagnostic) {
      // Another process may have written since this one read. A damaged file is replaced.
      var language = ((try? read(lng)) ?? nil) ?? CachedLanguage()
      for work in works {
        let ns = work.name.ns
        let known = language.entries[ns]
        let isSame = known?.url == work.entry?.url && known?.validators == work.entry?.validators
        if let tree = work.fetched { language.trees[ns] = tree } else if !isSame { continue }
        language.entries[ns] = work.entry
      }
      let trees = zip(language.trees.keys, language.trees.values).map { ($0, Value.object($1)) }
      let content = JSON.text(of: .object(Members(trees)))
      let name = Self.contentName(lng)
      if (try? read(file: name)) != content { try directory.write(content, to: name) }
      try directory.write(JSON.text(of: Self.state(language, content)), to: Self.stateName(lng))
    } catch {
      throw error.from(source: path(lng)).with(detail: LoadDetail.cacheWriteFailed)
    }
  }

  private static func state(_ language: CachedLanguage, _ content: Text) -> Value {
    var namespaces = Members()
    for (ns, entry) in zip(language.entries.keys, language.entries.values)
    where language.trees.contains(ns) {
      namespaces[ns] = entry.value
    }
    return .object(["content": .text(mark(content)), "namespaces": .object(namespaces)])
  }
}

/// The cache's contents for one language.
struct CachedLanguage: Sendable {
  var trees = TextTable<Members>()
  /// Metadata by namespace; none if unknown.
  var entries = TextTable<CacheEntry>()
  /// Bytes of the file.
  var bytes = 0

  /// How a namespace may be used.
  enum Use {
    /// It is from the server, not expired, and of the right version.
    case fresh
    /// Only if nothing else is available.
    case outdated
    /// It came from another URL.
    case foreign
  }

  /// - Parameter url: the URL that the namespace would be requested from; nil for none.
  func use(
    of ns: Text, url: Text?, version: Text?, expirationTime: Int64, now: Int64
  ) -> Use {
    let entry = entries[ns] ?? CacheEntry()
    if let url, !entry.url.isEmpty, entry.url != url { return .foreign }
    if let version, entry.version != version { return .outdated }
    guard expirationTime > 0, let stamp = entry.stamp else { return .fresh }
    let (end, overflows) = stamp.addingReportingOverflow(expirationTime)
    // A time in the future comes from a clock that has been set back since.
    return now >= stamp && (overflows || now < end) ? .fresh : .outdated
  }
}

/// Metadata of a namespace in the cache.
final class CacheEntry: @unchecked Sendable {
  // Unchecked: changed only by the one that makes it.
  /// Its URL; "" if unknown.
  var url: Text = ""
  var validators = Validators()
  /// Milliseconds since 1970 when the server last confirmed it; nil when that is not known.
  var stamp: Int64?
  /// `i18nVersion` of the localStorage backend.
  var version: Text?

  init() {}

  init(_ members: Members) {
    url = members["url"]?.text ?? ""
    validators = Validators(
      etag: members["etag"]?.text, lastModified: members["lastModified"]?.text)
    stamp = members["i18nStamp"]?.integer
    version = members["i18nVersion"]?.text
  }

  var value: Value {
    var members: Members = ["url": .text(url)]
    members["etag"] = validators.etag.map { .text($0) }
    members["lastModified"] = validators.lastModified.map { .text($0) }
    members["i18nStamp"] = stamp.map { .int($0) }
    members["i18nVersion"] = version.map { .text($0) }
    return .object(members)
  }
}
