import CalqueBase
import CalqueJSON
import CalqueLoading
import CalqueTemplate
import CalqueTransport

/// Options that say where resources come from. The options of modern backends are in `backend`, or
/// beside it; the options of i18next-ios for bundles and the cache work in every format.
extension TranslatorOptions {
  func readLoading(_ reader: OptionReader) {
    let source = reader.besides("backend")
    loading.limits = JSONLimits(
      maximumBytes: limits.maxCatalogBytes, maximumDepth: limits.maxCatalogDepth)
    reader.texts("preload", &givenNames.preload)
    source.optionalText("basePath", &loading.basePath, emptyIsNone: true)
    switch format {
    case .ios: readIOSPaths(reader)
    case .v1:
      takeLoadingV1(reader)
      loading.writesCache = loading.readsCache
    default: takeLoadingModern(source)
    }
    takeLoading(source)
    loading.cachePath = loading.cachePath.map(loading.located)
    var (readsBundles, directory): (Bool, Text) = (false, ".")
    source.flag("loadFromLanguageBundles", &readsBundles)
    source.text("languageBundlesPath", &directory)
    if readsBundles { loading.bundles = loading.located(directory) }
    readRequests(source)
  }

  // MARK: Paths

  private func template(_ text: Text) -> PathTemplate {
    PathTemplate(
      loading.located(text), [(interpolation.prefix, interpolation.suffix), PathTemplate.braces])
  }

  func path(_ reader: OptionReader, _ name: Literal) -> PathTemplate? {
    var path: Text?
    reader.optionalText(name, &path, emptyIsNone: true)
    return path.map(template)
  }

  private func readIOSPaths(_ reader: OptionReader) {
    var base: Text?
    reader.optionalText("resourcesBaseURL", &base, emptyIsNone: true)
    let (prefix, suffix) = (interpolation.prefix, interpolation.suffix)
    let file: Text = "\(prefix)lng\(suffix)/\(prefix)ns\(suffix)"
    var getTemplate: Text = "locales/\(file).json"
    reader.text("resourcesGetPathTemplate", &getTemplate)
    var addTemplate: Text = "locales/add/\(file)"
    reader.text("resourcesPostPathTemplate", &addTemplate)
    takeLoadingIOS(reader)
    loading.accepts200Only = true
    // The reference promises its requests one after another.
    loading.maxParallelReads = 1
    guard let base else { return }
    loading.loadPath = template(URLText.joined(base, getTemplate))
    loading.addPath = template(URLText.joined(base, addTemplate))
  }

  // MARK: Requests

  private func readRequests(_ source: OptionReader) {
    loading.headers = source.headers("customHeaders")
    if let items = source.object("queryStringParams") {
      loading.query = zip(items.keys, items.values).map { name, value in
        (name: name, value: value.text ?? JSON.text(of: value))
      }
    }
    if let versions = source.object("versions") {
      for (lng, version) in zip(versions.keys, versions.values) {
        if version.text == nil { source.refuse("versions.\(lng)", "a string") }
        loading.versions[lng] = version.text
      }
    }
  }

  /// Whether there is something to load from, and resources that were passed in do not stand for all.
  var isLoadable: Bool { loading.hasSources && (!hasResources || partialBundledLanguages) }

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

extension OptionReader {
  /// Header fields that do not lead out of their lines.
  fileprivate func headers(_ name: Literal) -> [Header] {
    let fields = object(name) ?? Members()
    return zip(fields.keys, fields.values).compactMap { field, value in
      if let text = value.text, !field.isEmpty,
        (field + text).bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
      {
        return Header(field, text)
      }
      refuse("\(name).\(field)", "a string in one line")
      return nil
    }
  }
}
