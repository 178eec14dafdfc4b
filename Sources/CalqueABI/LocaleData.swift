public import CCalque
import CalqueBase
import CalqueFormat
import CalqueStorage
import CalqueTranslator

// include/calque/formatter.h: files of locale data.

@c @implementation
public func calque_locale_data_open(
  _ path: UnsafePointer<CChar>!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    guard let out = out as UnsafeMutablePointer<OpaquePointer?>? else { throw Input.missing("out") }
    out.pointee = nil
    let path = try Input.path(path, "path")
    do throws(Diagnostic) {
      out.pointee = Handle.make(try LocaleData.open(MappedFile.open(path)))
    } catch {
      throw error.from(source: path.forMessages)
    }
    return CALQUE_OK
  }
}

@c @implementation
public func calque_locale_data_open_memory(
  _ bytes: UnsafeRawPointer!, _ size: Int, _ flags: UInt32, _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    guard let out = out as UnsafeMutablePointer<OpaquePointer?>? else { throw Input.missing("out") }
    out.pointee = nil
    guard flags & ~1 == 0 else { throw Diagnostic(.invalidArgument, "unknown flags") }
    let context = HostContext(user_data, user_data_free)
    let memory = try HostRegion.given(bytes, size, copies: flags == 1, context)
    let data = try LocaleData.open(memory)
    context.own()
    out.pointee = Handle.make(data)
    return CALQUE_OK
  }
}

@c @implementation
public func calque_locale_data_retain(_ data: OpaquePointer!) -> OpaquePointer! {
  Handle.retain(data, as: LocaleData.self)
  return data
}

@c @implementation
public func calque_locale_data_release(_ data: OpaquePointer!) {
  Handle.release(data, as: LocaleData.self)
}

@c @implementation
public func calque_translator_set_locale_data(
  _ translator: OpaquePointer!, _ data: OpaquePointer!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    translator.setLocaleData(Handle.object(data, as: LocaleData.self))
    return CALQUE_OK
  }
}

@c @implementation
public func calque_catalog_add_locale_data(
  _ path: UnsafePointer<CChar>!, _ data: OpaquePointer!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let path = try Input.path(path, "path")
    let data = try Input.object(data, LocaleData.self, "data")
    do throws(Diagnostic) {
      let archive = try CatalogCompiler.open(FileCopy.read(path), isDeferred: false)
      try AtomicFile.write(CatalogCompiler.add(data, to: archive), to: path, isShared: true)
    } catch {
      throw error.from(source: path.forMessages)
    }
    return CALQUE_OK
  }
}
