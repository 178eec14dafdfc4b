package import CalqueBase
package import CalqueJSON
package import CalqueTransport

/// The sources of resources and the options for loading, for all formats. An object, because copying
/// so many members takes much code.
package final class LoadingOptions: @unchecked Sendable {
  // Unchecked: changed only while options are read, before anybody else has them.

  // MARK: Sources

  /// Folder that relative paths start from; nil for the working directory.
  package var basePath: Text?
  /// The template of files; nil for none.
  package var loadPath: PathTemplate?
  /// One request names all languages and namespaces; the response is `{lng: {ns: tree}}`.
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

  /// Milliseconds after which cached content is expired; 0 for never.
  package var expirationTime: Int64 = 7 * 24 * 3600 * 1000
  package var defaultVersion: Text?
  /// Versions by language.
  package var versions = TextTable<Text>()
  /// Milliseconds between automatic loads; 0 for none.
  package var reloadInterval = 0

  // MARK: Requests

  package var headers: [Header] = []
  package var query: [(name: Text, value: Text)] = []
  /// Only status 200 is accepted; otherwise any from 200 to 299.
  package var accepts200Only = false
  package var maxParallelReads = 10
  package var retries = RetryPolicy()
  /// Milliseconds.
  package var requestTimeout = 30_000

  // MARK: Missing keys

  /// The template for posting missing keys; nil for none.
  package var addPath: PathTemplate?
  /// Milliseconds during which missing keys are collected.
  package var debounceInterval = 500
  /// Milliseconds that releasing a translator may wait for posts.
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
    return basePath.hasSuffix("/") ? basePath + path : "\(basePath)/\(path)"
  }

  /// Whether there is anything to load from.
  package var hasSources: Bool { loadPath != nil || bundles != nil || readsCache }

  package func version(for lng: Text) -> Text? { versions[lng] ?? defaultVersion }
}
