package import CalqueBase
import CalqueTemplate

/// Compiles a tree of messages into a catalog, value by value.
package final class CatalogBuilder: TreeSink {
  private let schema: CatalogSchema
  private let probe: PatternProbe
  private let separator: Text
  /// Keys lead into objects and arrays.
  private let isNested: Bool
  /// `###` in a key stands for a dot: see `Catalog.find`.
  private let isDotted: Bool
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
    isNested = schema.keySeparator != nil
    isDotted = isNested && schema.compiler.dialect == .modern
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
    var traits = level.traits
    let isReached = isReached(part, &traits)
    switch event {
    case .text(let text):
      if !text.isEmpty { traits.insert(.isTruthy) }
      let kind = isReached ? kind(of: text) : .plain
      let offset = enter(name, part, text, kind, isReached ? traits : nil)
      writer.addLeaf(kind, offset, text.count)
    case .array(let count), .object(let count):
      let kind: NodeKind = if case .array = event { .array } else { .object }
      traits.insert(.isTruthy)
      level.hasHidingNames = true
      _ = enter(name, part, .none, kind, isReached ? traits : nil)
      begin(kind, count, part, traits, isReached: isReached)
    case .null:
      level.hasHidingNames = true
      addScalar(.null, name, part, isReached ? traits : nil)
    case .bool(let bool):
      if bool { traits.insert(.isTruthy) }
      addScalar(.bool, flag: bool, name, part, isReached ? traits : nil)
    case .int(let int):
      if int != 0 { traits.insert(.isTruthy) }
      addScalar(.int, wide: UInt64(bitPattern: int), name, part, isReached ? traits : nil)
    case .double(let double):
      if !(double == 0 || double.isNaN) { traits.insert(.isTruthy) }
      addScalar(.double, wide: double.bitPattern, name, part, isReached ? traits : nil)
    }
  }

  private func addScalar(
    _ kind: NodeKind, flag: Bool = false, wide: UInt64 = 0, _ name: Bytes, _ part: Bytes,
    _ traits: CatalogEntry.Traits?
  ) {
    _ = enter(name, part, .none, kind, traits)
    writer.addScalar(kind, flag: flag, wide: wide)
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
    // In a key they stand for a dot: it is looked up part by part.
    return !isDotted || !keyBytes.contains(Self.hash) || !part.contains(Self.hashes)
  }

  private static let hash: UInt8 = 0x23
  private static let hashes: Text = "###"

  /// Makes the program of a text when it needs one.
  private func kind(of text: Bytes) -> NodeKind {
    guard probe.occurs(in: text) else { return .plain }
    switch schema.compiler.compile(text, to: &program) {
    case .plain: return .plain
    case .program: return .program
    case .dynamic: return .dynamic
    }
  }

  /// Adds what the blob has of the next node, and makes that the next value of the level.
  ///
  /// - Parameter traits: of the record; nil when there is none, because no key leads to the value.
  /// - Returns: where the text is.
  private func enter(
    _ name: Bytes, _ part: Bytes, _ text: Bytes, _ kind: NodeKind, _ traits: CatalogEntry.Traits?
  ) -> Int {
    let node = writer.nodeCount
    let nameOffset: Int
    let textOffset: Int
    if let traits {
      let record = writer.addRecord(prefix, part, text, kind, node: node)
      if kind == .program { writer.append(program) }
      entries.add(CatalogEntry(record: UInt32(truncatingIfNeeded: record), traits: traits))
      nameOffset = record &+ CatalogLayout.recordHead &+ prefix.count
      textOffset = nameOffset &+ part.count
    } else {
      textOffset = writer.append(text)
      nameOffset = writer.append(name)
    }
    if level.count < level.memberCount {
      writer.setMember(
        level.firstMember &+ level.count, name: level.kind == .array ? 0 : nameOffset,
        nameCount: name.count, node: node)
      level.count &+= 1
    }
    return textOffset
  }

  /// Makes an object or array, the next node, the level.
  private func begin(
    _ kind: NodeKind, _ count: Int, _ part: Bytes, _ traits: CatalogEntry.Traits, isReached: Bool
  ) {
    let isRoot = writer.nodeCount == 0
    if !isRoot {
      prefix.append(part)
      separator.bytes.withUnsafeBufferPointer { separator in
        prefix.append(separator)
        _ = keyBytes.insert(separator, lookingFor: 0)
      }
    }
    levels.append(level)
    level = CatalogLevel(
      kind: kind, firstMember: writer.addContainer(kind, count), memberCount: count,
      prefixCount: prefix.count, traits: isRoot ? .isTop : traits.intersection(.isSplit),
      isReached: isRoot || isReached && isNested)
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
