package import CalqueBase

/// The tree of a language and namespace.
package struct Bundle {
  let lng: Text
  let ns: Text
  let tree: Members

  package init(lng: Text, ns: Text, tree: Members) {
    self.lng = lng
    self.ns = ns
    self.tree = tree
  }

  /// The bundles of resources, which have the shape language -> namespace -> tree.
  ///
  /// - Throws: `invalidType` with the path of anything that is not an object.
  static func all(of resources: Members) throws(Diagnostic) -> [Bundle] {
    var bundles: [Bundle] = []
    for (lng, namespaces) in zip(resources.keys, resources.values) {
      guard case .object(let namespaces) = namespaces else {
        throw Diagnostic(.invalidType, "a language must hold an object", path: "resources." + lng)
      }
      for (ns, tree) in zip(namespaces.keys, namespaces.values) {
        let path: Text = "resources." + lng + "." + ns
        guard case .object(let tree) = tree else {
          throw Diagnostic(.invalidType, "a namespace must hold an object", path: path)
        }
        bundles.append(Bundle(lng: lng, ns: ns, tree: tree))
      }
    }
    return bundles
  }
}
