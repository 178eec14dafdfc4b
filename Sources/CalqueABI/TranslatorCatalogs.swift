public import CCalque
import CalqueBase
import CalqueCatalog
import CalqueStorage
import CalqueTranslator

// include/calque/catalog.h: in translators.

@c @implementation
public func calque_translator_add_catalog(
  _ translator: OpaquePointer!, _ catalog: OpaquePointer!, _ lngs: UnsafePointer<CChar>!,
  _ lngs_length: Int, _ flags: UInt32, _ in_place: UnsafeMutablePointer<Int>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  let answer = in_place as UnsafeMutablePointer<Int>?
  answer?.pointee = 0
  return Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let catalog = try Input.object(catalog, CatalogArchive.self, "catalog")
    let lngs = try Input.optionalList(lngs, lngs_length)
    let mode = try Translator.BundleMode(flags: flags)
    let count = try translator.addArchive(catalog, lngs: lngs?.texts, mode: mode)
    answer?.pointee = count
    return CALQUE_OK
  }
}

@c @implementation
public func calque_translator_add_file_cached(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ ns: UnsafePointer<CChar>!, _ ns_length: Int, _ path: UnsafePointer<CChar>!,
  _ cache: UnsafePointer<CChar>!, _ flags: UInt32, _ in_place: UnsafeMutablePointer<Bool>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  let answer = in_place as UnsafeMutablePointer<Bool>?
  answer?.pointee = false
  return Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let (lng, ns) = (
      try Input.text(lng, lng_length, "lng"), try Input.text(ns, ns_length, "ns")
    )
    let mode = try Translator.BundleMode(flags: flags)
    let file = FilePath(try Input.path(path, "path"))
    let folder = cache == nil ? file.folder : try Input.path(cache, "cache")
    do throws(Diagnostic) {
      let limit = translator.snapshot.options.limits.maxCatalogBytes
      let content = try File.read(file.path, maximumBytes: limit)
      let isInPlace = try CatalogCache(CacheDirectory(folder)).add(
        content, name: file.name, lng: lng, ns: ns, to: translator, mode: mode)
      answer?.pointee = isInPlace
    } catch {
      throw error.from(source: file.path.forMessages)
    }
    return CALQUE_OK
  }
}
