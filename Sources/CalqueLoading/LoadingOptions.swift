package import CalqueBase
package import CalqueJSON
package import CalqueTransport

/// Where resources come from and how, whatever the names in the options of a format.
package struct LoadingOptions: Sendable {
  // MARK: Sources

  /// Folder that relative paths start from; nil for the working directory.
  package var basePath: Text?
  /// Where files are read or asked for; nil for nowhere.
  package var loadPath: PathTemplate?
  /// One request names all languages and namespaces; the answer is `{lng: {ns: tree}}`.
  package var loadsAllAtOnce = false
  /// Directory of `<lang>.lproj`; nil when bundles are not read.
  package var bundles: Text?
  package var bundleFile: Text = "i18next.json"
  package var readsCache = false
  package var writesCache = false
  /// nil for the platform's directory of caches.
  package var cachePath: Text?
  /// Local sources are read while the translator is made.
  package var readsLocalAtOnce = false

  // MARK: Cache

  /// Milliseconds after which what is cached counts as outdated; 0 for never.
  package var expirationTime: Int64 = 7 * 24 * 3600 * 1000
  package var defaultVersion: Text?
  /// Versions by language.
  package var versions = TextTable<Text>()
  /// Milliseconds between loads that begin by themselves; 0 for none.
  package var reloadInterval = 0

  // MARK: Requests

  package var headers: [Header] = []
  package var query: [(name: Text, value: Text)] = []
  /// Only status 200 will do; otherwise any from 200 to 299.
  package var accepts200Only = false
  package var maxParallelReads = 10
  package var retries = RetryPolicy()
  /// Milliseconds.
  package var requestTimeout = 30_000

  // MARK: Missing keys

  /// Where missing keys are posted; nil for nowhere.
  package var addPath: PathTemplate?
  /// Milliseconds during which missing keys are collected.
  package var debounceInterval = 500
  /// Milliseconds that the release of a translator may take to post what was collected.
  package var flushTimeout = 2000
  /// Keys that one translator posts at most.
  package var maxMissingKeys = 10_000

  // MARK: Limits

  package var limits = JSONLimits()

  package init() {}

  /// A path that starts from `basePath` when it is relative; URLs stay as they are.
  package func located(_ path: Text) -> Text {
    guard let basePath, !path.hasPrefix("/"), URLText.scheme(of: path) == nil else { return path }
    if path.equals(".") { return basePath }
    return basePath.hasSuffix("/") ? basePath + path : basePath + "/" + path
  }

  /// Whether there is anything to load from.
  package var hasSources: Bool { loadPath != nil || bundles != nil || readsCache }

  package func version(for lng: Text) -> Text? { versions[lng] ?? defaultVersion }
}
