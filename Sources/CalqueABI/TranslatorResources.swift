public import CCalque
import CalqueBase
import CalqueJSON
import CalqueStorage
import CalqueTranslator

// include/calque/resources.h: bundles, files, single texts.

extension Translator.BundleMode {
  /// `CALQUE_BUNDLE_DEEP`, `_OVERWRITE`, `_SILENT` and `_REPLACE`.
  init(flags: UInt32) throws(Diagnostic) {
    guard flags < 16 else { throw Diagnostic(.invalidArgument, "unknown flags") }
    guard flags & 8 == 0 || flags & 3 == 0 else {
      throw Diagnostic(.invalidArgument, "a bundle can be merged or replaced, not both")
    }
    self.init(
      deep: flags & 1 != 0, overwrite: flags & 2 != 0, silent: flags & 4 != 0,
      replace: flags & 8 != 0)
  }
}

/// Runs the body of a call about a namespace of a language; whether it found what it is about.
private func inNamespace(
  _ translator: OpaquePointer?, _ lng: UnsafePointer<CChar>?, _ lng_length: Int,
  _ ns: UnsafePointer<CChar>?, _ ns_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?,
  _ body: (_ translator: Translator, _ lng: Text, _ ns: Text) throws(Diagnostic) -> Bool
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let lng = try Input.text(lng, lng_length, "lng")
    let found = try body(translator, lng, Input.text(ns, ns_length, "ns"))
    return found ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}

@c @implementation
public func calque_translator_add_bundle(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ ns: UnsafePointer<CChar>!, _ ns_length: Int, _ tree_json: UnsafePointer<CChar>!,
  _ tree_length: Int, _ flags: UInt32, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  inNamespace(translator, lng, lng_length, ns, ns_length, error) {
    (translator, lng, ns) throws(Diagnostic) in
    let mode = try Translator.BundleMode(flags: flags)
    let bytes = try Input.required(tree_json, tree_length, "tree")
    try translator.addBundle(bytes, lng: lng, ns: ns, mode: mode)
    return true
  }
}

@c @implementation
public func calque_translator_add_file(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ ns: UnsafePointer<CChar>!, _ ns_length: Int, _ path: UnsafePointer<CChar>!,
  _ flags: UInt32, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  inNamespace(translator, lng, lng_length, ns, ns_length, error) {
    (translator, lng, ns) throws(Diagnostic) in
    let mode = try Translator.BundleMode(flags: flags)
    let path = try Input.path(path, "path")
    do throws(Diagnostic) {
      let options = translator.snapshot.options
      let content = try File.read(path, maximumBytes: options.limits.maxCatalogBytes)
      try translator.addBundle(content, lng: lng, ns: ns, mode: mode)
    } catch {
      throw error.from(source: path.forMessages)
    }
    return true
  }
}

@c @implementation
public func calque_translator_add_resource(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ ns: UnsafePointer<CChar>!, _ ns_length: Int, _ key: UnsafePointer<CChar>!,
  _ key_length: Int, _ value: UnsafePointer<CChar>!, _ value_length: Int, _ flags: UInt32,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  inNamespace(translator, lng, lng_length, ns, ns_length, error) {
    (translator, lng, ns) throws(Diagnostic) in
    try translator.addResource(
      try Input.value(value, value_length, "value"), key: try Input.text(key, key_length, "key"),
      lng: lng, ns: ns, silent: try Translator.BundleMode(flags: flags).silent)
    return true
  }
}

@c @implementation
public func calque_translator_add_resources(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ ns: UnsafePointer<CChar>!, _ ns_length: Int, _ values: UnsafePointer<CChar>!,
  _ values_length: Int, _ flags: UInt32, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  inNamespace(translator, lng, lng_length, ns, ns_length, error) {
    (translator, lng, ns) throws(Diagnostic) in
    let bytes = try Input.required(values, values_length, "values")
    try translator.addResources(
      try translator.snapshot.options.tree(of: bytes), lng: lng, ns: ns,
      silent: try Translator.BundleMode(flags: flags).silent)
    return true
  }
}

@c @implementation
public func calque_translator_remove_bundle(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ ns: UnsafePointer<CChar>!, _ ns_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  inNamespace(translator, lng, lng_length, ns, ns_length, error) {
    (translator, lng, ns) throws(Diagnostic) in
    translator.removeBundle(lng: lng, ns: ns)
  }
}

@c @implementation
public func calque_translator_get_resource(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ ns: UnsafePointer<CChar>!, _ ns_length: Int, _ key: UnsafePointer<CChar>!,
  _ key_length: Int, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let found = translator.resource(
      lng: try Input.optionalText(lng, lng_length), ns: try Input.optionalText(ns, ns_length),
      key: try Input.optionalText(key, key_length))
    return found.map { JSON.text(of: $0) }
  }
}
