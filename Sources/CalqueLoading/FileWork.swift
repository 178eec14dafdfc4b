import CalqueBase
import CalqueTransport

/// A file while it is being loaded, with the content of each source.
final class FileWork: @unchecked Sendable {
  // Unchecked: touched by the jobs of one worker, or by the one thread that reads local files.
  let name: FileName
  var report: FileReport
  var bundle: Members?
  /// Whether the bundle could not be read.
  var isBundleDamaged = false
  var cached: Members?
  var entry: CacheEntry?
  var cacheUse = CachedLanguage.Use.foreign
  /// From the path or URL of the template.
  var fetched: Members?
  var isDone = false
  /// Whether its content was put in place.
  var isApplied = false
  /// The path of the template does not exist.
  var isFileAbsent = false

  init(_ name: FileName) {
    self.name = name
    report = FileReport(name, .none, .absent)
  }

  func fail(_ failure: Diagnostic) {
    isDone = true
    report.outcome = .failed
    report.failure = failure
  }

  /// Whether it has metadata of content that the server sent, or said is still current.
  var isKnown: Bool { entry != nil && [.loaded, .unchanged].contains(report.outcome) }

  /// Whether it failed because there is no such file.
  var isNotThere: Bool {
    guard report.outcome == .failed, let failure = report.failure else { return false }
    switch failure.code {
    case .io: return isFileAbsent
    case .httpStatus: return report.httpStatus == 404 || report.httpStatus == 410
    default: return false
    }
  }

  /// The layers, merged; nil when there are none.
  ///
  /// - Parameter withOutdated: expired content of the cache is used too.
  func tree(withOutdated: Bool) -> Members? {
    let usable = cacheUse == .fresh || (withOutdated && cacheUse == .outdated) ? cached : nil
    return merged([bundle, usable, fetched])
  }

  /// The content that takes the place of what is there; nil when it is not known as a whole, because
  /// a source failed.
  var replacement: Members? {
    if isBundleDamaged { return nil }
    return switch report.outcome {
    // The cache has an older version of what the server sent.
    case .loaded where report.source == .network: merged([bundle, fetched])
    case .loaded: tree(withOutdated: false)
    // The cache has what the server says is still current.
    case .unchanged: merged([bundle, cached])
    case .stale, .absent, .failed: nil
    }
  }

  private func merged(_ layers: [Members?]) -> Members? {
    var tree: Members?
    for layer in layers {
      if let layer { tree = TreeMerge.merged(layer, over: tree ?? Members()) }
    }
    return tree
  }
}

/// The facts about a file that outlive one load.
final class FileState: @unchecked Sendable {
  // Unchecked: changed and read with the state of the loader, and read by its worker, which alone
  // changes what it reads.
  enum Outcome: Sendable {
    case loaded
    /// A retry may succeed.
    case failed
    case failedForGood
  }

  var outcome: Outcome?
  /// The load that put it in place last.
  var number: UInt64 = 0
  /// Its local content is in place, and the network was not asked for it yet.
  var isLocal = false
  /// Of the content that is in place.
  var validators = Validators()
  /// URL of the content that is in place.
  var url: Text = ""
}

/// A request of a load, and the files that its response brings.
final class FileRequest: @unchecked Sendable {
  // Unchecked: only touched by the jobs of one worker.
  let works: [FileWork]
  let url: Text
  /// None for an unconditional request.
  let validators: Validators
  var handle: RequestHandle?
  var isDone = false

  init(_ works: [FileWork], _ url: Text, _ validators: Validators) {
    self.works = works
    self.url = url
    self.validators = validators
  }
}
