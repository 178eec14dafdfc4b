import CalqueBase
import CalqueCatalog

/// Where a key was found, or that it was not.
struct Match {
  /// The chain that was looked in.
  let core: UnsafePointer<ChainCore>
  /// The key without its namespace.
  let key: Bytes
  /// The record that was found by its hash.
  var record: CatalogRecord?
  /// The match that was found by walking the tree.
  var walked: Walked?

  var isFound: Bool { record != nil || walked?.isValid ?? false }

  /// The value that was found, in the tree of its catalog.
  var node: CatalogNode? {
    if let walked { return walked.resolution.found }
    guard let record, let catalog = core.catalog(at: record.key) else { return nil }
    return catalog._withUnsafeGuaranteedRef { $0.node(of: record) }
  }

  /// Its namespaces, without those to fall back to.
  var namespaces: [Text] { core.pointee.chain._withUnsafeGuaranteedRef { $0.own } }

  /// The language of what was found.
  var lng: Text? {
    if let walked { return walked.resolution.usedLng }
    guard let record, let layer = core.layer(at: record.key) else { return nil }
    return core.pointee.chain._withUnsafeGuaranteedRef { $0.codes[layer.pointee.code] }
  }

  /// For those who observe the call.
  var resolution: Resolution {
    if let walked { return walked.resolution }
    var resolution = Resolution()
    resolution.usedKey = Text(key)
    core.pointee.chain._withUnsafeGuaranteedRef { chain in
      if let record, let layer = core.layer(at: record.key) {
        resolution.found = node
        resolution.exactUsedKey = Text(Bytes(start: record.key, count: record.keyLength))
        resolution.usedLng = chain.codes[layer.pointee.code]
        resolution.usedNS = chain.namespaces[layer.pointee.namespace]
      } else {
        resolution.usedNS = chain.namespaces.last
        resolution.usedLng = resolution.usedNS == nil ? nil : chain.codes.last
        if resolution.usedLng != nil, !key.isEmpty { resolution.exactUsedKey = Text(key) }
      }
    }
    return resolution
  }
}

/// A match that was found by walking the tree, or was not; an object, because it is large.
final class Walked {
  /// `found` is what was looked at last, valid or not.
  let resolution: Resolution
  let isValid: Bool

  init(_ resolution: Resolution, isValid: Bool) {
    self.resolution = resolution
    self.isValid = isValid
  }
}
