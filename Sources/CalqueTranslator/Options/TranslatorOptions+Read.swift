package import CalqueBase
import CalqueLoading
import CalqueTemplate

extension TranslatorOptions {
  /// Reads init options in the names of the format. Names that mean nothing to it are kept in
  /// `given` and otherwise ignored.
  ///
  /// - Throws: `invalidOption` with the path of the option.
  package init(format: TranslatorFormat, given: Members) throws(Diagnostic) {
    try self.init(format: format, FormatCode.of(format), given: given, names: nil)
  }

  /// - Parameter names: notes what the format knows.
  init(
    format: TranslatorFormat, _ code: FormatCode?, given: Members, names: OptionNames? = nil
  ) throws(Diagnostic) {
    self.init(format: format, code)
    let reader = OptionReader(given, names: names)
    self.given = given
    for name in Self.resourceNames { self.given.remove(Text(name)) }
    hasResources = try resources(in: given) != nil
    readShared(reader)
    if let code { code.read(&self, reader) } else { readModern(reader) }
    try reader.finish()
    try checkDelimiters()
    readLoading(reader)
    try reader.finish()
  }

  /// Takes fallback languages from the host's callback, if it has one and no option sets them.
  mutating func askForFallbacks(_ host: HostCallbacks, given: Members) {
    let name: Literal = format == .ios ? "fallbackLang" : "fallbackLng"
    if host.fallbackLng != nil, given[name] == nil { fallbackLng = .callback }
  }

  static let resourceNames: [Literal] = ["resources", "resStore", "resourcesStore"]

  /// The resources among init options.
  package func resources(in given: Members) throws(Diagnostic) -> Members? {
    let name: Literal =
      switch format {
      case .ios: "resourcesStore"
      case .v1: "resStore"
      default: "resources"
      }
    let reader = OptionReader(given)
    let resources = reader.object(name)
    try reader.finish()
    return resources
  }

  private func checkDelimiters() throws(Diagnostic) {
    if interpolation.prefix.isEmpty || interpolation.suffix.isEmpty {
      throw Diagnostic(
        .invalidOption, "a placeholder needs a prefix and a suffix", path: "interpolation.prefix")
    }
  }

  private mutating func readShared(_ reader: OptionReader) {
    reader.flag("strict", &strict)
    if !strict {
      pluralFallback = true
      multipleCounts = true
      dottedNamespaces = true
    }
    if let bounds = reader.reader("limits") { takeLimits(bounds) }
  }

  /// The options as given, with those that calls have changed since as they are now.
  package var effective: Members {
    var options = given
    let namespaces = Value.array(ns.map { .text($0) })
    let standard =
      defaultNS.count == 1 ? Value.text(defaultNS[0]) : .array(defaultNS.map { .text($0) })
    if !preload.isEmpty { options["preload"] = .array(preload.map { .text($0) }) }
    switch format {
    case .ios:
      options["namespaces"] = namespaces
      options["defaultNamespace"] = standard
    case .v1:
      options["ns"] = .object(Members([("namespaces", namespaces), ("defaultNs", standard)]))
    default:
      options["ns"] = namespaces
      options["defaultNS"] = standard
    }
    return options
  }
}
