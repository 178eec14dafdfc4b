public import CCalque
import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueStorage
import CalqueTranslator

// include/calque/catalog.h: files.

/// `CALQUE_CATALOG_DEFER`, `CALQUE_CATALOG_COPY` and `CALQUE_CATALOG_TRUST`.
private struct OpenFlags {
  let isDeferred: Bool
  let copies: Bool
  let isTrusted: Bool

  init(_ flags: UInt32) throws(Diagnostic) {
    guard flags & ~7 == 0 else { throw Diagnostic(.invalidArgument, "unknown flags") }
    isDeferred = flags & 1 != 0
    copies = flags & 2 != 0
    isTrusted = flags & 4 != 0
  }

  func open(_ memory: any MemoryRegion) throws(Diagnostic) -> CatalogArchive {
    try CatalogCompiler.open(memory, isDeferred: isDeferred, isTrusted: isTrusted)
  }
}

private func compiled(
  _ format: calque_format, _ options: UnsafePointer<CChar>?, _ optionsLength: Int,
  _ resources: UnsafePointer<CChar>?, _ resourcesLength: Int
) throws(Diagnostic) -> Text {
  guard let format = TranslatorFormat(rawValue: format) else {
    throw Diagnostic(.invalidArgument, "there is no such format")
  }
  let given = try Input.members(options, optionsLength, "options")
  guard resources != nil else { throw Input.missing("resources") }
  let trees = try Input.members(resources, resourcesLength, "resources")
  return try CatalogCompiler.compile(trees, format: format, given: given)
}

@c @implementation
public func calque_catalog_compile(
  _ format: calque_format, _ options: UnsafePointer<CChar>!, _ options_length: Int,
  _ resources: UnsafePointer<CChar>!, _ resources_length: Int,
  _ out: UnsafeMutablePointer<calque_string>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(out, error) { () throws(Diagnostic) in
    try compiled(format, options, options_length, resources, resources_length)
  }
}

@c @implementation
public func calque_catalog_compile_file(
  _ format: calque_format, _ options: UnsafePointer<CChar>!, _ options_length: Int,
  _ resources: UnsafePointer<CChar>!, _ resources_length: Int, _ path: UnsafePointer<CChar>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let path = try Input.path(path, "path")
    let bytes = try compiled(format, options, options_length, resources, resources_length)
    try AtomicFile.write(bytes, to: path, isShared: true)
    return CALQUE_OK
  }
}

@c @implementation
public func calque_catalog_open(
  _ path: UnsafePointer<CChar>!, _ flags: UInt32, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    guard let out = out as UnsafeMutablePointer<OpaquePointer?>? else { throw Input.missing("out") }
    out.pointee = nil
    let flags = try OpenFlags(flags)
    let path = try Input.path(path, "path")
    do throws(Diagnostic) {
      let memory: any MemoryRegion =
        flags.copies ? try FileCopy.read(path) : try MappedFile.open(path)
      out.pointee = Handle.make(try flags.open(memory))
    } catch {
      throw error.from(source: path.forMessages)
    }
    return CALQUE_OK
  }
}

@c @implementation
public func calque_catalog_open_memory(
  _ bytes: UnsafeRawPointer!, _ size: Int, _ flags: UInt32, _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    guard let out = out as UnsafeMutablePointer<OpaquePointer?>? else { throw Input.missing("out") }
    out.pointee = nil
    let flags = try OpenFlags(flags)
    let context = HostContext(user_data, user_data_free)
    let memory = try HostRegion.given(bytes, size, copies: flags.copies, context)
    let archive = try flags.open(memory)
    context.own()
    out.pointee = Handle.make(archive)
    return CALQUE_OK
  }
}

@c @implementation
public func calque_catalog_retain(_ catalog: OpaquePointer!) -> OpaquePointer! {
  Handle.retain(catalog, as: CatalogArchive.self)
  return catalog
}

@c @implementation
public func calque_catalog_release(_ catalog: OpaquePointer!) {
  Handle.release(catalog, as: CatalogArchive.self)
}

@c @implementation
public func calque_catalog_verify(
  _ catalog: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    try Input.object(catalog, CatalogArchive.self, "catalog").verify()
    return CALQUE_OK
  }
}

@c @implementation
public func calque_catalog_describe(
  _ catalog: OpaquePointer!, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let catalog = try Input.object(catalog, CatalogArchive.self, "catalog")
    return JSON.text(of: try catalog.description())
  }
}
