import CalqueBase

/// A wanted file while it is being loaded: what each source had to give.
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

  init(_ name: FileName) {
    self.name = name
    report = FileReport(name, .none, .absent)
  }

  /// The layers, one over the other; nil when there are none.
  ///
  /// - Parameter withOutdated: what the cache has counts also when it is too old.
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
