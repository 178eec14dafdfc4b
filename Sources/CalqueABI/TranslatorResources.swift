import CCalque
import CalqueBase
import CalqueJSON
import CalqueLoading
import CalqueStorage
import CalqueTranslator

// include/calque/resources.h: bundles, files, single texts.

extension Translator.BundleMode {
  /// `CALQUE_BUNDLE_DEEP`, `_OVERWRITE`, `_SILENT` and `_REPLACE`.
  init(_ flags: UInt32) throws(Diagnostic) {
    guard flags < 16 else { throw Diagnostic(.invalidArgument, "unknown flags") }
    guard flags & 8 == 0 || flags & 3 == 0 else {
      throw Diagnostic(.invalidArgument, "a bundle can be merged or replaced, not both")
    }
    self.init(
      deep: flags & 1 != 0, overwrite: flags & 2 != 0, silent: flags & 4 != 0,
      replace: flags & 8 != 0)
  }
}

extension CFunction {
  static func calque_translator_add_file(
    _ translator: Translator, _ lng: Text, _ ns: Text, _ path: Text,
    _ mode: Translator.BundleMode
  ) throws(Diagnostic) {
    try path.asSource { () throws(Diagnostic) in
      let limit = translator.snapshot.options.limits.maxCatalogBytes
      let content = try File.read(path, maximumBytes: limit)
      try translator.addBundle(content, lng: lng, ns: ns, mode: mode)
    }
  }

  // MARK: Loads.

  static func calque_translator_load(
    _ translator: Translator, _ request: Members, _ report: UnsafeMutablePointer<calque_string>?
  ) throws(Diagnostic) -> calque_status {
    let loaded = try translator.load(LoadOptions(request))
    if report != nil { try Reply.give(JSON.text(of: loaded.value), to: report) }
    if let failure = loaded.failure { throw failure }
    return loaded.status.c
  }

  static func calque_translator_load_async(
    _ translator: Translator, _ request: Members, _ progress: calque_load_progress?,
    _ completion: calque_completion?, _ context: HostContext
  ) throws(Diagnostic) -> UInt64 {
    let given = try LoadOptions(request)
    context.own()
    let tell = progress.map { progress -> Load.Progress in
      { done, total in progress(context.userData, done, total) }
    }
    let load = translator.load(given, progress: tell) { report in
      context.complete(
        completion, report.status.c, JSON.text(of: report.value),
        report.failure ?? report.files.lazy.compactMap { $0.failure }.first)
    }
    return load.number
  }
}

extension LoadStatus {
  fileprivate var c: calque_status {
    switch self {
    case .ok: CALQUE_OK
    case .unchanged: CALQUE_UNCHANGED
    case .partial: CALQUE_PARTIAL
    case .failed: DiagnosticCode.loadFailed.rawValue
    case .cancelled: DiagnosticCode.cancelled.rawValue
    }
  }
}
