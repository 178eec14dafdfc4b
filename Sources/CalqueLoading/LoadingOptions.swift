package import CalqueBase
package import CalqueJSON
package import CalqueTransport

/// The sources of resources and the options for loading, for all formats.
package struct LoadingOptions: Sendable {
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
    return basePath.hasSuffix("/") ? basePath + path : basePath + "/" + path
  }

  /// Whether there is anything to load from.
  package var hasSources: Bool { loadPath != nil || bundles != nil || readsCache }

  package func version(for lng: Text) -> Text? { versions[lng] ?? defaultVersion }
}

/// Functions of its translator that loading calls. None of them retains the translator.
package struct LoadingHooks: Sendable {
  /// Whether resources of this language and namespace are there.
  package var has: @Sendable (FileName) -> Bool
  /// Puts files in place, all at once, each merged with an existing one or in place of it.
  ///
  /// Returns for each file in order why it was refused; nil if it is in place.
  package var apply: @Sendable ([LoadedFile]) -> [Diagnostic?]
  /// The codes that a language's texts are looked up under: itself and those that stand in for it.
  package var levels: @Sendable (Text) -> [Text]
  /// Why texts of a language are never found; nil where they are.
  package var remark: @Sendable (Text) -> Text?
  /// The request of an automatic load.
  package var current: @Sendable () -> LoadRequest
  /// Raises events.
  package var emit: @Sendable (_ name: Text, _ arguments: [Value]) -> Void
  /// A line for the host's log.
  package var log: @Sendable (_ message: Text) -> Void

  package init(
    has: @escaping @Sendable (FileName) -> Bool,
    apply: @escaping @Sendable ([LoadedFile]) -> [Diagnostic?],
    levels: @escaping @Sendable (Text) -> [Text],
    remark: @escaping @Sendable (Text) -> Text?,
    current: @escaping @Sendable () -> LoadRequest,
    emit: @escaping @Sendable (Text, [Value]) -> Void,
    log: @escaping @Sendable (Text) -> Void
  ) {
    self.has = has
    self.apply = apply
    self.levels = levels
    self.remark = remark
    self.current = current
    self.emit = emit
    self.log = log
  }
}
