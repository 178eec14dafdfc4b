package import CalqueBase
import CalqueTemplate

/// Compiles a tree of messages into a catalog, value by value.
package final class CatalogBuilder: TreeSink {
  private let schema: CatalogSchema
  private let probe: PatternProbe
  private let separator: Text
  private let maximumBytes: Int

  private var writer: CatalogWriter
  private var entries: CatalogEntries
  private let keyBytes = ByteMarks()
  /// Of the text that is being added.
  private var program = ByteBuffer(capacity: 256)
  /// What the keys of the level's values begin with.
  private var prefix = ByteBuffer(capacity: 256)
  private var level: CatalogLevel
  /// Those around it.
  private var levels: [CatalogLevel] = []
  /// Objects and arrays that have begun since the block is too large.
  private var skippedLevels = 0

  /// - Parameters:
  ///   - bytes: about how many the tree has as JSON text.
  ///   - maximumBytes: that a block may have: long names over many messages multiply.
  package init(schema: CatalogSchema, expecting bytes: Int, maximumBytes: Int = 1 << 30) {
    self.schema = schema
    self.maximumBytes = maximumBytes
    probe = PatternProbe(schema.compiler.syntax)
    separator = schema.keySeparator ?? ""
    writer = CatalogWriter(expecting: bytes)
    entries = CatalogEntries(expecting: bytes)
    level = CatalogLevel(
      kind: .null, firstMember: 0, memberCount: 0, prefixCount: 0, traits: [], isReached: false)
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
    // Some hundred bytes a member.
    let expected = tree.count &* 128
    let builder = CatalogBuilder(
      schema: schema, expecting: expected, maximumBytes: maximumBytes)
    builder.add(.object(tree), named: Text())
    return try builder.finish()
  }

  /// The catalog of a tree that was added whole.
  ///
  /// - Throws: `limitExceeded` when its block would be larger than it may be.
  package func finish() throws(Diagnostic) -> Catalog {
    guard writer.blob.count <= maximumBytes else {
      throw Diagnostic(.limitExceeded, "a catalog would take more memory than its limit")
    }
    let (image, memory) = block()
    return Catalog(image: image, schema: schema, memory: memory)
  }

  private func block() -> (CatalogImage, HeapRegion) {
    writer.block(slotCount: entries.slotCount, keyBytes: keyBytes.set) { slots in
      entries.place(in: slots, writer)
    }
  }

  // MARK: The tree

  @inline(never)
  package func add(_ event: TreeEvent, named name: Bytes) {
    // Past the limit nothing is added any more; `finish` reports it.
    guard skippedLevels == 0, writer.blob.count <= maximumBytes else {
      if event.isContainer { skippedLevels &+= 1 }
      return
    }
    if level.kind == .array {
      Decimal.text(of: Int64(level.count)).bytes.withUnsafeBufferPointer { position in
        add(event, name, keyed: position)
      }
    } else {
      add(event, name, keyed: name)
    }
  }

  package func end() {
    if skippedLevels > 0 {
      skippedLevels &-= 1
      return
    }
    if level.hasSplitNames, level.hasHidingNames { hideValues() }
    guard let outer = levels.popLast() else { return }
    level = outer
    prefix.truncate(to: outer.prefixCount)
  }

  /// - Parameter part: what the key has of this value: its name, or its position.
  private func add(_ event: TreeEvent, _ name: Bytes, keyed part: Bytes) {
    let node = writer.addNode(isLeaf: !event.isContainer)
    var traits = level.traits
    let isReached = isReached(part, &traits)
    let (kind, text) = content(of: event, isReached: isReached)
    if event.isTruthy { traits.insert(.isTruthy) }
    let nameOffset: Int
    let textOffset: Int
    if isReached {
      let record = writer.addRecord(prefix, part, text, kind, node: node)
      if kind == .program { writer.append(program) }
      entries.add(
        CatalogEntry(
          hash: writer.record(at: record).hash, record: UInt32(truncatingIfNeeded: record),
          traits: traits))
      nameOffset = record &+ CatalogLayout.recordHead &+ prefix.count
      textOffset = nameOffset &+ part.count
    } else {
      textOffset = writer.append(text)
      nameOffset = writer.append(name)
    }
    place(node, level.kind == .array ? 0 : nameOffset, name.count)
    set(node, event, kind, textOffset)
    begin(event, kind, node, part, traits, isReached: isReached)
  }

  /// Whether the key of a value of the level leads to it.
  private func isReached(_ part: Bytes, _ traits: inout CatalogEntry.Traits) -> Bool {
    guard level.isReached else { return false }
    let isMarked = keyBytes.insert(part, lookingFor: separator.bytes.first ?? Self.hash)
    if isMarked, part.contains(separator) {
      level.hasSplitNames = true
      traits.insert(.isSplit)
      if !schema.findsFlatKeys { return false }
    }
    // In a key they stand for a dot: it is looked up part by part.
    return
      !(isDotted && keyBytes.contains(Self.hash)
      && part.contains(Self.hashes))
  }

  private static let hash: UInt8 = 0x23
  private static let hashes: Text = "###"

  /// Whether `###` in a key stands for a dot: see `Catalog.find`.
  private var isDotted: Bool {
    schema.compiler.dialect == .modern && schema.keySeparator != nil
  }

  /// What a record says of a value; `program` is made when the text needs one.
  private func content(
    of event: TreeEvent, isReached: Bool
  ) -> (kind: NodeKind, text: Bytes) {
    switch event {
    case .null: return (.null, .none)
    case .bool: return (.bool, .none)
    case .int: return (.int, .none)
    case .double: return (.double, .none)
    case .array: return (.array, .none)
    case .object: return (.object, .none)
    case .text(let text):
      guard isReached, probe.occurs(in: text) else { return (.plain, text) }
      switch schema.compiler.compile(text, to: &program) {
      case .plain: return (.plain, text)
      case .program: return (.program, text)
      case .dynamic: return (.dynamic, text)
      }
    }
  }

  /// Makes a node the next value of the level.
  private func place(_ node: Int, _ name: Int, _ nameCount: Int) {
    guard level.count < level.memberCount else { return }
    writer.setMember(level.firstMember &+ level.count, name: name, nameCount: nameCount, node: node)
    level.count &+= 1
  }

  private func set(_ node: Int, _ event: TreeEvent, _ kind: NodeKind, _ text: Int) {
    switch event {
    case .null: writer.setNode(node, .null)
    case .bool(let bool): writer.setNode(node, .bool, flag: bool)
    case .int(let int): writer.setNode(node, .int, wide: UInt64(bitPattern: int))
    case .double(let double): writer.setNode(node, .double, wide: double.bitPattern)
    case .text(let bytes): writer.setNode(node, kind, text, bytes.count)
    case .array(let count), .object(let count):
      writer.setNode(node, kind, writer.memberCount, count)
    }
  }

  /// Makes an object or array the level.
  private func begin(
    _ event: TreeEvent, _ kind: NodeKind, _ node: Int, _ part: Bytes,
    _ traits: CatalogEntry.Traits, isReached: Bool
  ) {
    if kind == .null { level.hasHidingNames = true }
    let count: Int
    switch event {
    case .array(let elements): count = elements
    case .object(let members): count = members
    default: return
    }
    level.hasHidingNames = true
    levels.append(level)
    let isRoot = node == 0
    if !isRoot {
      prefix.append(part)
      separator.bytes.withUnsafeBufferPointer { separator in
        prefix.append(separator)
        _ = keyBytes.insert(separator, lookingFor: 0)
      }
    }
    level = CatalogLevel(
      kind: kind, firstMember: writer.addMembers(count), memberCount: count,
      prefixCount: prefix.count, traits: isRoot ? .isTop : traits.intersection(.isSplit),
      isReached: isRoot || isReached && schema.keySeparator != nil)
  }

  // MARK: Names that hide others

  /// Finds the values of the level that a look-up does not come to because a shorter name leads
  /// elsewhere.
  private func hideValues() {
    guard schema.findsFlatKeys else { return }
    let members = level.firstMember..<(level.firstMember &+ level.count)
    var hiding = SiblingNames(count: level.count)
    for position in members {
      let member = writer.member(position)
      if writer.isHiding(member.node) { hiding.insert(member.name) }
    }
    for position in members {
      let member = writer.member(position)
      guard hiding.hide(member.name, separator) else { continue }
      let isLast = position &+ 1 == members.upperBound
      let next = isLast ? writer.nodeCount : writer.member(position &+ 1).node
      entries.hide(member.node..<next)
    }
  }
}
