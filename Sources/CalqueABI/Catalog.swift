import CCalque
import CalqueBase
import CalqueCatalog
import CalqueFormat
import CalqueStorage
import CalqueTranslator

/// `CALQUE_CATALOG_DEFER`, `CALQUE_CATALOG_COPY` and `CALQUE_CATALOG_TRUST`.
struct OpenFlags {
  let isDeferred: Bool
  let copies: Bool
  let isTrusted: Bool

  init(_ flags: UInt32) throws(Diagnostic) {
    guard flags & ~7 == 0 else { throw Diagnostic(.invalidArgument, "unknown flags") }
    isDeferred = flags & 1 != 0
    copies = flags & 2 != 0
    isTrusted = flags & 4 != 0
  }

  func open(_ memory: MemoryRegion) throws(Diagnostic) -> CatalogArchive {
    try CatalogCompiler.open(memory, isDeferred: isDeferred, isTrusted: isTrusted)
  }
}

// include/calque/catalog.h: files.
extension CFunction {
  static func calque_catalog_compile(
    _ format: TranslatorFormat, _ options: Members, _ resources: Value
  ) throws(Diagnostic) -> Text {
    guard case .object(let trees) = resources else {
      throw Diagnostic(.invalidType, "resources is not a JSON object")
    }
    return try CatalogCompiler.compile(trees, format: format, given: options)
  }

  static func calque_catalog_compile_file(
    _ format: TranslatorFormat, _ options: Members, _ resources: Value, _ path: Text
  ) throws(Diagnostic) {
    let bytes = try calque_catalog_compile(format, options, resources)
    try AtomicFile.writeShared(bytes, to: path)
  }

  static func calque_catalog_open(
    _ path: Text, _ flags: OpenFlags
  ) throws(Diagnostic) -> CatalogArchive {
    try path.asSource { () throws(Diagnostic) in
      try flags.open(flags.copies ? FileCopy.read(path) : MappedFile.open(path))
    }
  }

  static func calque_catalog_open_memory(
    _ bytes: UnsafeRawPointer?, _ size: Int, _ flags: OpenFlags, _ context: HostContext
  ) throws(Diagnostic) -> CatalogArchive {
    let memory = try MemoryRegion.given(bytes, size, copies: flags.copies, context)
    let archive = try flags.open(memory)
    context.own()
    return archive
  }

  static func calque_catalog_add_locale_data(
    _ path: Text, _ data: LocaleData
  ) throws(Diagnostic) {
    try path.asSource { () throws(Diagnostic) in
      let archive = try CatalogCompiler.open(FileCopy.read(path), isDeferred: false)
      try AtomicFile.writeShared(CatalogCompiler.add(data, to: archive), to: path)
    }
  }
}

// include/calque/catalog.h: in translators.
extension CFunction {
  static func calque_translator_add_catalog(
    _ translator: Translator, _ catalog: CatalogArchive, _ lngs: TextList?,
    _ mode: Translator.BundleMode, _ inPlace: UnsafeMutablePointer<Int>?
  ) throws(Diagnostic) -> calque_status {
    let added = try translator.addArchive(catalog, lngs: lngs?.texts, mode: mode)
    inPlace?.pointee = added.inPlace
    return added.recompiled ? CALQUE_PARTIAL : CALQUE_OK
  }
}
