public import CCalque
import CalqueBase
import CalqueLoading
import CalqueTranslator

// include/calque/loading.h: loads.

@c @implementation
public func calque_translator_load(
  _ translator: OpaquePointer?, _ request: UnsafePointer<CChar>?, _ request_length: Int,
  _ report: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  report?.pointee = nil
  return Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let wish = try LoadWish(try Input.members(request, request_length, "request"))
    let loaded = LoadedReport(try translator.load(wish))
    report?.pointee = Handle.make(loaded)
    if let failure = loaded.report.failure { throw failure }
    return loaded.status
  }
}

extension CFunction {
  static func calque_load_cancel(_ load: Load) { load.cancel() }

  static func calque_translator_load_async(
    _ translator: Translator, _ request: Members, _ callbacks: UnsafePointer<calque_load_callbacks>?
  ) throws(Diagnostic) -> Load {
    let wish = try LoadWish(request)
    var table = calque_load_callbacks()
    if let callbacks { table = try Structure.read(callbacks, table, "callbacks") }
    let context = HostContext(table.user_data, table.user_data_free)
    context.own()
    let (complete, progress) = (table.complete, table.progress)
    let tell = progress.map { progress -> Load.Progress in
      { done, total in progress(context.userData, done, total) }
    }
    return translator.load(wish, progress: tell) { report in
      let loaded = LoadedReport(report)
      let handle = Handle.make(loaded)
      complete?(context.userData, loaded.status, handle)
      Handle.release(handle, as: LoadedReport.self)
    }
  }

  static func calque_translator_flush_missing_keys(
    _ translator: Translator, _ milliseconds: UInt32
  ) -> calque_status {
    let isDone = translator.flushMissingKeys(within: Int(milliseconds))
    return isDone ? CALQUE_OK : DiagnosticCode.timeout.rawValue
  }
}
