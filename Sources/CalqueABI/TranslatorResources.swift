import CalqueBase
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
  static func calque_translator_add_resource_bundle(
    _ translator: Translator, _ lng: Text, _ ns: Text, _ tree: Bytes,
    _ mode: Translator.BundleMode
  ) throws(Diagnostic) {
    try translator.addBundle(tree, lng: lng, ns: ns, mode: mode)
  }

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

  static func calque_translator_add_resource(
    _ translator: Translator, _ lng: Text, _ ns: Text, _ key: Text, _ value: Value,
    _ mode: Translator.BundleMode
  ) throws(Diagnostic) {
    try translator.addResource(value, key: key, lng: lng, ns: ns, silent: mode.silent)
  }

  static func calque_translator_add_resources(
    _ translator: Translator, _ lng: Text, _ ns: Text, _ values: Bytes,
    _ mode: Translator.BundleMode
  ) throws(Diagnostic) {
    let tree = try translator.snapshot.options.tree(of: values)
    try translator.addResources(tree, lng: lng, ns: ns, silent: mode.silent)
  }

  static func calque_translator_remove_resource_bundle(
    _ translator: Translator, _ lng: Text, _ ns: Text
  ) -> Bool {
    translator.removeBundle(lng: lng, ns: ns)
  }

  static func calque_translator_get_resource(
    _ translator: Translator, _ lng: Text?, _ ns: Text?, _ key: Text?
  ) -> Value? {
    translator.resource(lng: lng, ns: ns, key: key)
  }
}
