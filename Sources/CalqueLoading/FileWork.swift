import CalqueBase

/// A file while it is being loaded, with the content of each source.
struct FileWork: Sendable {
  let name: FileName
  var report: FileReport
  var bundle: Members?
  var cached: Members?
  var entry: CacheEntry?
  var cacheUse = CachedLanguage.Use.foreign
  /// From the path or URL of the template.
  var fetched: Members?
  var isDone = false
  /// The path of the template does not exist.
  var isFileAbsent = false

  init(_ name: FileName) {
    self.name = name
    report = FileReport(name, .none, .absent)
  }

  /// Whether it failed because there is no such file.
  var isNotThere: Bool {
    guard report.outcome == .failed, let failure = report.failure else { return false }
    switch failure.code {
    case .io: return isFileAbsent
    case .httpStatus: return report.httpStatus == 404 || report.httpStatus == 410
    default: return false
    }
  }

  /// The layers, one over the other; nil when there are none.
  ///
  /// - Parameter withOutdated: expired content of the cache is used too.
  func tree(withOutdated: Bool) -> Members? {
    let usable = cacheUse == .fresh || (withOutdated && cacheUse == .outdated) ? cached : nil
    var tree: Members?
    for layer in [bundle, usable, fetched] {
      guard let layer else { continue }
      tree = TreeMerge.laid(layer, over: tree ?? Members())
    }
    return tree
  }
}
