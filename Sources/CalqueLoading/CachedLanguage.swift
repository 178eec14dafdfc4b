import CalqueBase

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
