import CCalque
import CalqueBase
import CalqueJSON
import CalqueLoading
import CalqueTranslator

// include/calque/loading.h: loads.

extension CFunction {
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

  static func calque_translator_cancel(_ translator: Translator, _ load: UInt64) -> Bool {
    translator.cancel(load: load)
  }

  static func calque_translator_flush_missing_keys(
    _ translator: Translator, _ milliseconds: UInt32
  ) -> calque_status {
    let isDone = translator.flushMissingKeys(within: Int(milliseconds))
    return isDone ? CALQUE_OK : DiagnosticCode.timeout.rawValue
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
