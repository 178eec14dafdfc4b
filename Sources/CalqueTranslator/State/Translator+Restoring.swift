package import CalqueBase
import CalqueCatalog

/// Undoing a single resource, for what is laid over resources for a while.
extension Translator {
  /// Sets a resource as `addResource` does; nil removes it.
  ///
  /// - Throws: `limitExceeded`; nothing has changed then.
  package func setResource(
    _ value: Value?, key: Text, lng: Text, ns: Text
  ) throws(Diagnostic) {
    if let value {
      return try addResource(value, key: key, lng: lng, ns: ns, silent: false)
    }
    try changeResources(of: [ns]) { (store: inout Store, options) throws(Diagnostic) in
      try store.removeResource(key, lng, ns, options: options)
    }
    events.emit("removed", [.text(lng), .text(ns), .text(key)])
  }
}

extension Store {
  /// Takes a key out of its namespace; does nothing when it is not there.
  mutating func removeResource(
    _ key: Text, _ lng: Text, _ ns: Text, options: TranslatorOptions
  ) throws(Diagnostic) {
    guard var members = catalog(lng, ns)?.root.value.object else { return }
    let path = options.keySeparator.map { key.split($0) } ?? [key]
    // A key whose front part is a text stands as a whole.
    if members.contains(key) {
      members.remove(key)
    } else {
      members = Self.removing(path[...], from: members)
    }
    set(.built(try CatalogBuilder.build(members, schema: options.schema)), lng, ns)
  }

  private static func removing(_ path: ArraySlice<Text>, from members: Members) -> Members {
    guard let name = path.first else { return members }
    var left = members
    if path.count == 1 {
      left.remove(name)
    } else if let child = members[name]?.object {
      let rest = removing(path.dropFirst(), from: child)
      left[name] = rest.isEmpty ? nil : .object(rest)
    }
    return left
  }
}
