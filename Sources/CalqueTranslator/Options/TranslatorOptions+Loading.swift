import CalqueBase
import CalqueJSON
import CalqueLoading
import CalqueTemplate
import CalqueTransport

/// Options that say where resources come from. The options of modern backends are in `backend`, or
/// beside it; the options of i18next-ios for bundles and the cache work in every format.
extension TranslatorOptions {
  mutating func readLoading(_ reader: OptionReader) throws(Diagnostic) {
    let source = LoadingReader(reader, try reader.reader("backend"))
    loading.limits = JSONLimits(
      maximumBytes: limits.maxCatalogBytes, maximumDepth: limits.maxCatalogDepth)
    try reader.texts("preload", &preload)
    try source.at("basePath").optionalText("basePath", &loading.basePath, emptyIsNone: true)
    switch format {
    case .ios: try readIOSPaths(reader)
    case .v1: try readV1Paths(reader)
    default: try readModernPaths(source)
    }
    try readLocalSources(source)
    try readKeeping(source)
    try readRequests(source)
  }

  // MARK: Paths

  private var delimiters: [PathTemplate.Delimiters] {
    [.init(interpolation.prefix, interpolation.suffix), .braces]
  }

  private func template(_ text: Text) -> PathTemplate {
    PathTemplate(loading.located(text), delimiters)
  }

  private mutating func readIOSPaths(_ reader: OptionReader) throws(Diagnostic) {
    var base: Text?
    try reader.optionalText("resourcesBaseURL", &base, emptyIsNone: true)
    let (prefix, suffix) = (interpolation.prefix, interpolation.suffix)
    let file = prefix + "lng" + suffix + "/" + prefix + "ns" + suffix
    var getTemplate: Text = "locales/" + file + ".json"
    try reader.text("resourcesGetPathTemplate", &getTemplate)
    var addTemplate: Text = "locales/add/" + file
    try reader.text("resourcesPostPathTemplate", &addTemplate)
    try reader.flag("dynamicLoad", &loading.loadsAllAtOnce)
    try reader.flag("synchronousLocalLoad", &loading.readsLocalAtOnce)
    loading.accepts200Only = true
    // The reference promises its requests one after another.
    loading.maxParallelReads = 1
    guard let base else { return }
    loading.loadPath = template(URLText.joined(base, getTemplate))
    loading.addPath = template(URLText.joined(base, addTemplate))
  }

  private mutating func readV1Paths(_ reader: OptionReader) throws(Diagnostic) {
    var path: Text?
    try reader.optionalText("resGetPath", &path, emptyIsNone: true)
    loading.loadPath = path.map(template)
    var addPath: Text?
    try reader.optionalText("resPostPath", &addPath, emptyIsNone: true)
    loading.addPath = addPath.map(template)
    try reader.flag("dynamicLoad", &loading.loadsAllAtOnce)
    var isAsync = true
    try reader.flag("getAsync", &isAsync)
    loading.readsLocalAtOnce = !isAsync
    try reader.flag("useLocalStorage", &loading.readsCache)
    loading.writesCache = loading.readsCache
    try reader.amount("localStorageExpirationTime", &loading.expirationTime)
  }

  private mutating func readModernPaths(_ source: LoadingReader) throws(Diagnostic) {
    var path: Text?
    try source.at("loadPath").optionalText("loadPath", &path, emptyIsNone: true)
    loading.loadPath = path.map(template)
    var addPath: Text?
    try source.at("addPath").optionalText("addPath", &addPath, emptyIsNone: true)
    loading.addPath = addPath.map(template)
    try source.at("allowMultiLoading").flag("allowMultiLoading", &loading.loadsAllAtOnce)
    for name: Text in ["initImmediate", "initAsync"] {
      var isAsync = !loading.readsLocalAtOnce
      try source.at(name).flag(name, &isAsync)
      loading.readsLocalAtOnce = !isAsync
    }
  }

  // MARK: Sources and requests

  private mutating func readLocalSources(_ source: LoadingReader) throws(Diagnostic) {
    var readsBundles = false
    try source.at("loadFromLanguageBundles").flag("loadFromLanguageBundles", &readsBundles)
    var directory: Text = "."
    try source.at("languageBundlesPath").text("languageBundlesPath", &directory)
    loading.bundles = readsBundles ? loading.located(directory) : nil
    try source.at("filenameInLanguageBundles").text(
      "filenameInLanguageBundles", &loading.bundleFile)
    try source.at("loadFromLocalCache").flag("loadFromLocalCache", &loading.readsCache)
    try source.at("updateLocalCache").flag("updateLocalCache", &loading.writesCache)
    try source.at("localCachePath").optionalText(
      "localCachePath", &loading.cachePath, emptyIsNone: true)
    loading.cachePath = loading.cachePath.map(loading.located)
  }

  private mutating func readKeeping(_ source: LoadingReader) throws(Diagnostic) {
    try source.at("expirationTime").amount("expirationTime", &loading.expirationTime)
    try source.at("defaultVersion").optionalText("defaultVersion", &loading.defaultVersion)
    if let versions = try source.at("versions").object("versions") {
      for (lng, version) in zip(versions.keys, versions.values) {
        guard let text = version.text else {
          throw source.at("versions").wrongType("versions." + lng, "a text")
        }
        loading.versions[lng] = text
      }
    }
    try source.at("reloadInterval").amount("reloadInterval", &loading.reloadInterval)
  }

  private mutating func readRequests(_ source: LoadingReader) throws(Diagnostic) {
    loading.headers = try source.headers("customHeaders")
    if let items = try source.at("queryStringParams").object("queryStringParams") {
      loading.query = zip(items.keys, items.values).map { name, value in
        (name: name, value: value.text ?? JSON.text(of: value))
      }
    }
    try source.at("maxParallelReads").limit(
      "maxParallelReads", &loading.maxParallelReads, maximum: 1000)
    try source.at("maxRetries").amount("maxRetries", &loading.retries.maxRetries)
    try source.at("retryTimeout").amount("retryTimeout", &loading.retries.retryTimeout)
    try source.at("requestTimeout").amount("requestTimeout", &loading.requestTimeout)
    try source.at("debounceInterval").amount("debounceInterval", &loading.debounceInterval)
    try source.at("flushTimeout").amount("flushTimeout", &loading.flushTimeout)
  }
}

extension TranslatorOptions {
  /// - Throws: `invalidOption` when something is to be loaded from a URL and nothing can fetch it.
  func checkTransport(_ services: Services) throws(Diagnostic) {
    guard services.transport == nil, isLoadable, loading.loadPath?.isURL ?? false else { return }
    let path: Text =
      switch format {
      case .ios: "resourcesBaseURL"
      case .v1: "resGetPath"
      default: "backend.loadPath"
      }
    throw Diagnostic(
      .invalidOption,
      "a URL needs a transport in the services, such as that of libcalque-http", path: path)
  }
}

/// Reads an option where it stands: in `backend`, or beside it.
private struct LoadingReader {
  private let whole: OptionReader
  private let backend: OptionReader?

  init(_ whole: OptionReader, _ backend: OptionReader?) {
    self.whole = whole
    self.backend = backend
  }

  func at(_ name: Text) -> OptionReader {
    if let backend, backend.members[name] != nil { return backend }
    return whole
  }

  /// Header fields that do not lead out of their lines.
  func headers(_ name: Text) throws(Diagnostic) -> [Header] {
    let reader = at(name)
    guard let fields = try reader.object(name) else { return [] }
    var headers: [Header] = []
    for (field, value) in zip(fields.keys, fields.values) {
      guard let text = value.text, !field.isEmpty,
        (field + text).bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
      else { throw reader.wrongType(name + "." + field, "a header's text in one line") }
      headers.append(Header(field, text))
    }
    return headers
  }
}
