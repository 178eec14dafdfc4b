public import CCalque
import CalqueBase
import CalqueLoading
import CalqueTranslator

// include/calque/loading.h: loads.

@c @implementation
public func calque_translator_load(
  _ translator: OpaquePointer!, _ request: UnsafePointer<CChar>!, _ request_length: Int,
  _ report: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  let out = report as UnsafeMutablePointer<OpaquePointer?>?
  out?.pointee = nil
  return Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let wish = try LoadWish(try Input.members(request, request_length, "request"))
    let loaded = LoadedReport(try translator.load(wish))
    out?.pointee = Handle.make(loaded)
    if let failure = loaded.report.failure { throw failure }
    return loaded.status
  }
}

@c @implementation
public func calque_translator_load_async(
  _ translator: OpaquePointer!, _ request: UnsafePointer<CChar>!, _ request_length: Int,
  _ callbacks: UnsafePointer<calque_load_callbacks>!,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  let out = out as UnsafeMutablePointer<OpaquePointer?>?
  out?.pointee = nil
  return Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let wish = try LoadWish(try Input.members(request, request_length, "request"))
    var table = calque_load_callbacks()
    if let callbacks = callbacks as UnsafePointer<calque_load_callbacks>? {
      table = try Structure.read(callbacks, table, "callbacks")
    }
    let context = HostContext(table.user_data, table.user_data_free)
    context.own()
    let complete = table.complete
    let load = translator.load(wish, progress: HostBridge.progress(table, context)) { report in
      let loaded = LoadedReport(report)
      let handle = Handle.make(loaded)
      complete?(context.userData, loaded.status, handle)
      Handle.release(handle, as: LoadedReport.self)
    }
    out?.pointee = Handle.make(load)
    return CALQUE_OK
  }
}

@c @implementation
public func calque_translator_flush_missing_keys(
  _ translator: OpaquePointer!, _ milliseconds: UInt32
) -> calque_status {
  Outcome.of(nil) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let isDone = translator.flushMissingKeys(within: Int(milliseconds))
    return isDone ? CALQUE_OK : DiagnosticCode.timeout.rawValue
  }
}

@c @implementation
public func calque_load_cancel(_ load: OpaquePointer!) {
  Handle.object(load, as: Load.self)?.cancel()
}

@c @implementation
public func calque_load_retain(_ load: OpaquePointer!) -> OpaquePointer! {
  Handle.retain(load, as: Load.self)
  return load
}

@c @implementation
public func calque_load_release(_ load: OpaquePointer!) {
  Handle.release(load, as: Load.self)
}

extension HostBridge {
  fileprivate static func progress(
    _ table: calque_load_callbacks, _ context: HostContext
  ) -> Load.Progress? {
    guard let progress = table.progress else { return nil }
    return { done, total in progress(context.userData, done, total) }
  }
}
