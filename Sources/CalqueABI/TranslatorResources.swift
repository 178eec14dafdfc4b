public import CCalque
import CalqueBase
import CalqueJSON
import CalqueStorage
import CalqueTranslator

// include/calque/translator.h: resources.

/// `CALQUE_BUNDLE_DEEP`, `_OVERWRITE` and `_SILENT`.
private func mode(_ flags: UInt32) throws(Diagnostic) -> Translator.BundleMode {
  guard flags < 8 else { throw Diagnostic(.invalidArgument, "unknown flags") }
  return Translator.BundleMode(
    deep: flags & 1 != 0, overwrite: flags & 2 != 0, silent: flags & 4 != 0)
}

/// Parses a bundle within the translator's limits.
private func tree(
  _ bytes: UnsafeBufferPointer<UInt8>, _ translator: Translator
) throws(Diagnostic) -> Members {
  let limits = translator.snapshot.options.limits
  let bounds = JSONLimits(
    maximumBytes: limits.maxCatalogBytes, maximumDepth: limits.maxCatalogDepth)
  guard case .object(let tree) = try JSON.parse(bytes, limits: bounds) else {
    throw Diagnostic(.invalidType, "a bundle must be a JSON object")
  }
  return tree
}

@c @implementation
public func calque_translator_add_bundle(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ ns: UnsafePointer<CChar>!, _ ns_length: Int, _ tree_json: UnsafePointer<CChar>!,
  _ tree_length: Int, _ flags: UInt32, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let (lng, ns) = (
      try Input.text(lng, lng_length, "lng"), try Input.text(ns, ns_length, "ns")
    )
    let mode = try mode(flags)
    guard let bytes = try Input.bytes(tree_json, tree_length) else { throw Input.missing("tree") }
    try translator.addBundle(try tree(bytes, translator), lng: lng, ns: ns, mode: mode)
    return Outcome.ok
  }
}

@c @implementation
public func calque_translator_add_file(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ ns: UnsafePointer<CChar>!, _ ns_length: Int, _ path: UnsafePointer<CChar>!,
  _ flags: UInt32, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let (lng, ns) = (
      try Input.text(lng, lng_length, "lng"), try Input.text(ns, ns_length, "ns")
    )
    let mode = try mode(flags)
    guard let path = path as UnsafePointer<CChar>? else { throw Input.missing("path") }
    let name = (try? Input.optionalText(path, -1)) ?? "(a path that is not UTF-8)"
    do throws(Diagnostic) {
      let limit = translator.snapshot.options.limits.maxCatalogBytes
      let content = try File.read(path, maximumBytes: limit)
      let parsed: Result<Members, Diagnostic> = content.bytes.withUnsafeBufferPointer { bytes in
        do throws(Diagnostic) {
          return .success(try tree(bytes, translator))
        } catch {
          return .failure(error)
        }
      }
      try translator.addBundle(try parsed.get(), lng: lng, ns: ns, mode: mode)
    } catch {
      throw error.from(source: name)
    }
    return Outcome.ok
  }
}

@c @implementation
public func calque_translator_add_resource(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ ns: UnsafePointer<CChar>!, _ ns_length: Int, _ key: UnsafePointer<CChar>!,
  _ key_length: Int, _ value: UnsafePointer<CChar>!, _ value_length: Int, _ flags: UInt32,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let (lng, ns) = (
      try Input.text(lng, lng_length, "lng"), try Input.text(ns, ns_length, "ns")
    )
    try translator.addResource(
      try Input.value(value, value_length, "value"), key: try Input.text(key, key_length, "key"),
      lng: lng, ns: ns, silent: try mode(flags).silent)
    return Outcome.ok
  }
}

@c @implementation
public func calque_translator_add_resources(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ ns: UnsafePointer<CChar>!, _ ns_length: Int, _ values: UnsafePointer<CChar>!,
  _ values_length: Int, _ flags: UInt32, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let (lng, ns) = (
      try Input.text(lng, lng_length, "lng"), try Input.text(ns, ns_length, "ns")
    )
    guard let bytes = try Input.bytes(values, values_length) else { throw Input.missing("values") }
    try translator.addResources(
      try tree(bytes, translator), lng: lng, ns: ns, silent: try mode(flags).silent)
    return Outcome.ok
  }
}

@c @implementation
public func calque_translator_remove_bundle(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ ns: UnsafePointer<CChar>!, _ ns_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let (lng, ns) = (
      try Input.text(lng, lng_length, "lng"), try Input.text(ns, ns_length, "ns")
    )
    return translator.removeBundle(lng: lng, ns: ns) ? Outcome.ok : Outcome.notFound
  }
}

@c @implementation
public func calque_translator_get_resource(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ ns: UnsafePointer<CChar>!, _ ns_length: Int, _ key: UnsafePointer<CChar>!,
  _ key_length: Int, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.clear(json)
  return Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let found = translator.resource(
      lng: try Input.optionalText(lng, lng_length), ns: try Input.optionalText(ns, ns_length),
      key: try Input.optionalText(key, key_length))
    guard let found else { return Outcome.notFound }
    try Reply.give(JSON.text(of: found), to: json)
    return Outcome.ok
  }
}
