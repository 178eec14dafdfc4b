package import CalqueBase
import CalqueTemplate

/// The messages of one language and namespace, compiled into one block of memory. Immutable.
package final class Catalog: Sendable {
  /// The block: pointers into `memory`.
  package let image: CatalogImage
  /// The options that it was compiled with.
  package let schema: CatalogSchema
  /// Facts about its texts that are only read once.
  package let details: CatalogDetails
  /// Its keys, for hot calls; valid while it exists.
  nonisolated(unsafe) package let table: CatalogTable
  /// The owner of the block; for a compiled file, of the whole file.
  private let memory: MemoryRegion

  init(image: CatalogImage, schema: CatalogSchema, memory: MemoryRegion) {
    self.image = image
    self.schema = schema
    self.memory = memory
    details = CatalogDetails(count: image.head.detailCount)
    let blobs = UnsafeMutablePointer<UnsafeRawPointer>.allocate(capacity: 1)
    blobs.initialize(to: image.blob)
    table = CatalogTable(slots: image.slots, blobs: blobs)
  }

  deinit { table.blobs.deallocate() }

  /// The bytes that occur in its keys.
  package var keyBytes: ByteSet { image.head.keyBytes }

  /// The number of texts, numbers, booleans and nulls.
  package var leafCount: Int { image.head.leafCount }

  /// The size of its block in bytes.
  package var byteCount: Int { image.head.size }

  /// The block, which is the same in memory and in files.
  var block: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: image.start, count: image.head.size)
  }

  /// Whether an address is in the blob.
  @inline(__always)
  package func holds(_ address: UnsafeRawPointer) -> Bool {
    address >= image.blob && address < image.blob + image.head.blobCount
  }

  /// The value at a record of this catalog.
  package func node(of record: CatalogRecord) -> CatalogNode {
    CatalogNode(.passUnretained(self), record)
  }

  /// The whole tree.
  package var root: CatalogNode { node(of: image.root) }

  /// The record of a whole key.
  package func record(_ key: Text) -> CatalogRecord? {
    key.bytes.withUnsafeBufferPointer { bytes in
      let start = bytes.baseAddress ?? ("" as StaticString).utf8Start
      return image.record(start, bytes.count, KeyHash(start, bytes.count).value)
    }
  }

  /// The value under a key, as the schema splits it.
  package func find(_ key: Text) -> CatalogNode? {
    if let record = record(key) { return node(of: record) }
    // "###" means a dot; no key in the table contains it.
    guard schema.compiler.dialect == .modern, let separator = schema.keySeparator,
      key.contains("###")
    else { return nil }
    return find(key, separator: separator, flat: schema.findsFlatKeys)
  }

  /// The value under a key that is split by another separator than the schema's, or not split: found by
  /// walking the tree, as i18next does.
  package func find(_ key: Text, separator: Text?, flat: Bool) -> CatalogNode? {
    let found = TreePath.walk(root, key, by: separator)
    guard flat, !(found?.isTruthy ?? false) else { return found }
    return TreePath.deepFind(root, key, separator: separator ?? "false")
  }

  /// Whether a text can be set under a key without changing any other look-up: the key leads
  /// through objects only, and to no value yet or to one that is neither object, array nor null.
  package func takesText(at key: Text) -> Bool {
    guard !key.isEmpty, !key.contains("###") else { return false }
    let parts = schema.keySeparator.map { key.split($0) } ?? [key]
    var parent = image.root
    var name = Text()
    for (position, part) in parts.enumerated() {
      if position > 0 { name.append(schema.keySeparator ?? "") }
      name.append(part)
      let isLast = position == parts.count - 1
      guard let found = record(name) else { return isLast }
      // A member whose name contains separators has the same key.
      guard parent.holds(found) else { return false }
      if isLast { return !found.isContainer && found.kind != NodeKind.null.rawValue }
      guard found.kind == NodeKind.object.rawValue else { return false }
      parent = found
    }
    return false
  }
}
