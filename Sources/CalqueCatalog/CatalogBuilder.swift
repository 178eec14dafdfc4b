package import CalqueBase
import CalqueTemplate

/// Compiles a tree of messages into a catalog, value by value.
package final class CatalogBuilder: TreeSink {
  private let schema: CatalogSchema
  private let probe: ByteProbe
  private let separator: Text
  /// Keys lead into objects and arrays.
  private let isNested: Bool
  /// `###` in a key means a dot: see `Catalog.find`.
  private let isDotted: Bool
  private let maximumBytes: Int
  private let maximumKeyBytes: Int

  private var writer: CatalogWriter
  private var entries: CatalogEntries
  private let keyBytes = ByteMarks()
  /// Of the text that is being added.
  private var program = ByteBuffer(capacity: 256)
  /// The prefix of the keys of the level's values.
  private var prefix = ByteBuffer(capacity: 256)
  private var level: CatalogLevel
  /// The levels around it.
  private var levels: [CatalogLevel] = []
  /// The block or a key exceeds its maximal size.
  private var isOutgrown = false

  /// - Parameters:
  ///   - bytes: the approximate size of the tree as JSON text.
  ///   - maximumBytes: the maximal size of the block, because long names over many messages
  ///     multiply.
  ///   - maximumKeyBytes: the maximal size of a key, at most what the layout allows.
  package init(
    schema: CatalogSchema, expecting bytes: Int, maximumBytes: Int = 1 << 30,
    maximumKeyBytes: Int = CatalogLayout.mostKeyBytes
  ) {
    self.schema = schema
    self.maximumBytes = maximumBytes
    self.maximumKeyBytes = maximumKeyBytes
    probe = schema.compiler.syntax.probe
    separator = schema.keySeparator ?? ""
    isNested = schema.keySeparator != nil
    isDotted = isNested && schema.compiler.dialect == .modern
    writer = CatalogWriter(expecting: bytes)
    entries = CatalogEntries(expecting: bytes)
    level = CatalogLevel(isArray: false, record: 0, prefixCount: 0, traits: [], isReached: false)
  }

  deinit {
    writer.deallocate()
    entries.deallocate()
    keyBytes.deallocate()
    program.deallocate()
    prefix.deallocate()
  }

  /// - Complexity: O(bytes of the tree).
  /// - Throws: as `finish`.
  package static func build(
    _ tree: Members, schema: CatalogSchema, maximumBytes: Int = 1 << 30
  ) throws(Diagnostic) -> Catalog {
    // A member takes a few hundred bytes.
    let expected = tree.count &* 128
    let builder = CatalogBuilder(schema: schema, expecting: expected, maximumBytes: maximumBytes)
    builder.add(.object(tree), named: Text())
    return try builder.finish()
  }

  /// A catalog of texts under their whole keys, searched before a catalog of the schema.
  ///
  /// - Throws: as `finish`.
  package static func build(
    flat texts: Members, schema: CatalogSchema
  ) throws(Diagnostic) -> Catalog {
    var flat = schema
    (flat.keySeparator, flat.findsFlatKeys) = (nil, true)
    let builder = CatalogBuilder(schema: flat, expecting: texts.count &* 128)
    builder.add(.object(texts), named: Text())
    return try builder.finish(as: schema)
  }

  /// The catalog of a tree that was added completely.
  ///
  /// - Parameter schema: the schema of the catalog, if it differs from the builder's.
  /// - Throws: `limitExceeded` when the block would exceed its maximal size.
  package func finish(as schema: CatalogSchema? = nil) throws(Diagnostic) -> Catalog {
    guard !isOutgrown, writer.blob.count <= maximumBytes else {
      throw Diagnostic(.limitExceeded, "the catalog exceeds the memory limit")
    }
    var head = CatalogImageHead()
    head.separatorCount = self.schema.keySeparator?.count
    head.keyBytes = keyBytes.set
    let slots = entries.slots(of: writer)
    defer { slots.deallocate() }
    let (image, memory) = writer.block(head, slots)
    return Catalog(image: image, schema: schema ?? self.schema, memory: memory)
  }

  // MARK: The tree

  @inline(never)
  package func add(_ event: TreeEvent, named name: Bytes) {
    if level.isArray {
      Decimal.text(of: Int64(level.count)).bytes.withUnsafeBufferPointer { position in
        add(event, keyed: position)
      }
    } else {
      add(event, keyed: name)
    }
  }

  package func end() {
    if isOutgrown { return }
    writer.close(level.record, childCount: level.count)
    if level.hasSplitNames, level.hasHidingNames { hideValues() }
    guard let outer = levels.popLast() else { return }
    level = outer
    prefix.truncate(to: outer.prefixCount)
  }

  /// - Parameter part: the part of the key for this value: its name or position.
  private func add(_ event: TreeEvent, keyed part: Bytes) {
    // Beyond a limit nothing is added; `finish` reports it.
    if writer.blob.count > maximumBytes || prefix.count &+ part.count > maximumKeyBytes {
      isOutgrown = true
    }
    if isOutgrown { return }
    let offset = writer.blob.count
    var traits = level.traits
    let isReached = isReached(part, &traits)
    write(event, part, isReached: isReached)
    let record = writer.record(at: offset)
    if record.isTruthy { traits.insert(.isTruthy) }
    if isReached {
      entries.add(CatalogEntry(record: UInt32(truncatingIfNeeded: offset), traits: traits))
    }
    level.count &+= 1
    guard record.isHiding else { return }
    level.hasHidingNames = true
    let isArray = record.kind == NodeKind.array.rawValue
    if record.isContainer { begin(offset, part, traits, isArray: isArray, isReached: isReached) }
  }

  /// Whether the key of a value of the level leads to it.
  private func isReached(_ part: Bytes, _ traits: inout CatalogEntry.Traits) -> Bool {
    guard level.isReached else { return false }
    let first = separator.bytes.first ?? Self.hash
    if keyBytes.insert(part, lookingFor: first), separator.count == 1 || part.contains(separator) {
      level.hasSplitNames = true
      traits.insert(.isSplit)
      if !schema.findsFlatKeys { return false }
    }
    // In a key, `###` means a dot, so the key is looked up part by part.
    return !isDotted || !keyBytes.contains(Self.hash) || !part.contains(Self.hashes)
  }

  private static let hash: UInt8 = 0x23
  private static let hashes: Text = "###"

  /// Adds the record of a value without its contents.
  private func write(_ event: TreeEvent, _ part: Bytes, isReached: Bool) {
    let front = isNested ? prefix.bytes : .none
    switch event {
    case .null: writer.add(.null, front, part)
    case .bool(let bool): writer.add(.bool, bits: bool ? 1 : 0, front, part)
    case .int(let int): writer.add(.int, bits: UInt64(bitPattern: int), front, part)
    case .double(let double): writer.add(.double, bits: double.bitPattern, front, part)
    case .array: writer.add(.array, front, part)
    case .object: writer.add(.object, front, part)
    case .text(let text):
      let kind = isReached ? kind(of: text) : .plain
      writer.addText(text, kind, front, part)
      if kind == .program { writer.append(program: program) }
    }
  }

  /// Compiles the program of a text if it needs one.
  private func kind(of text: Bytes) -> NodeKind {
    guard let start = text.baseAddress, probe.finds(in: start, text.count) else { return .plain }
    switch schema.compiler.compile(text, to: &program) {
    case .plain: return .plain
    case .program: return .program
    case .dynamic: return .dynamic
    }
  }

  /// Makes an object or array the current level.
  private func begin(
    _ record: Int, _ part: Bytes, _ traits: CatalogEntry.Traits, isArray: Bool, isReached: Bool
  ) {
    levels.append(level)
    let isRoot = record == 0
    if !isRoot {
      prefix.append(part)
      separator.bytes.withUnsafeBufferPointer { separator in
        prefix.append(separator)
        _ = keyBytes.insert(separator, lookingFor: 0)
      }
    }
    level = CatalogLevel(
      isArray: isArray, record: record, prefixCount: prefix.count,
      traits: isRoot ? .isTop : traits.intersection(.isSplit),
      isReached: isRoot || isReached && isNested)
  }

  // MARK: Names that hide others

  /// Finds the values of the level that a look-up cannot reach because a shorter name hides them.
  private func hideValues() {
    // All of them have been added.
    guard schema.findsFlatKeys else { return }
    let values = writer.record(at: level.record)
    var names: [Bytes] = []
    values.each { if $0.isHiding { names.append(name(of: $0)) } }
    let hiding = SiblingNames(names)
    values.each { value in
      guard hiding.hide(name(of: value), separator) else { return }
      entries.hide(writer.offset(of: value)..<writer.offset(of: value.next))
    }
  }

  private func name(of value: CatalogRecord) -> Bytes {
    Bytes(start: value.key + level.prefixCount, count: value.keyLength &- level.prefixCount)
  }
}

/// An object or array whose values are being added to a catalog.
struct CatalogLevel {
  let isArray: Bool
  /// The offset of its record.
  let record: Int
  /// The number of its values added so far.
  var count = 0
  /// The length in bytes of the common prefix of its values' keys.
  let prefixCount: Int
  /// Of all its values.
  let traits: CatalogEntry.Traits
  /// Keys lead to its values.
  let isReached: Bool
  /// Whether some names contain the separator, and some belong to objects, arrays or nulls.
  var hasSplitNames = false
  var hasHidingNames = false
}
