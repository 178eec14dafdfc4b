import CalqueBase

/// The cache's contents for one language.
struct CachedLanguage: Sendable {
  var trees = TextTable<Members>()
  /// By namespace; none for those of an unknown past.
  var entries = TextTable<CacheEntry>()
  /// Bytes of the file.
  var bytes = 0

  /// How a namespace may be used.
  enum Use {
    /// It is what the server gave, not too old, and of the right version.
    case fresh
    /// Only when there is nothing better.
    case outdated
    /// It came from elsewhere.
    case foreign
  }

  /// - Parameter url: where the namespace would be asked for; nil when it would not.
  func use(
    of ns: Text, url: Text?, version: Text?, expirationTime: Int64, now: Int64
  ) -> Use {
    let entry = entries[ns] ?? CacheEntry()
    if let url, !entry.url.isEmpty, entry.url != url { return .foreign }
    if let version, entry.version != version { return .outdated }
    guard expirationTime > 0, let stamp = entry.stamp else { return .fresh }
    let (end, overflows) = stamp.addingReportingOverflow(expirationTime)
    // A time that has not come yet was told by a clock that has been set back since.
    return now >= stamp && (overflows || now < end) ? .fresh : .outdated
  }
}
