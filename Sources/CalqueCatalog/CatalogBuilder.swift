package import CalqueBase
import CalqueTemplate

/// Compiles a tree of messages into a catalog.
package struct CatalogBuilder {
  private let schema: CatalogSchema
  private var nodes: [UInt8] = []
  private var members: [UInt8] = []
  private var blob: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
  /// Hash and record of each key.
  private var entries: [(hash: UInt64, record: Int)] = []
  private var leafCount = 0
  private var keyBytes = ByteSet()
  /// A name somewhere contains the separator: which node a key means must be looked up.
  private var isAmbiguous = false
  private var maximumBytes = 0

  private init(schema: CatalogSchema) { self.schema = schema }

  /// - Complexity: O(bytes of the tree).
  /// - Throws: `limitExceeded` when its block would be larger than `maximumBytes`: long names over
  ///   many messages multiply.
  package static func build(
    _ tree: Members, schema: CatalogSchema, maximumBytes: Int = 1 << 30
  ) throws(Diagnostic) -> Catalog {
    var builder = CatalogBuilder(schema: schema)
    let root = Value.object(tree)
    builder.isAmbiguous = builder.hasSeparatorInName(root)
    builder.maximumBytes = maximumBytes
    _ = builder.add(root, key: nil, tree: root)
    guard builder.blob.count <= maximumBytes else {
      throw Diagnostic(.limitExceeded, "a catalog would take more memory than its limit")
    }
    return builder.finish()
  }

  private func hasSeparatorInName(_ value: Value) -> Bool {
    guard let separator = schema.keySeparator else { return false }
    switch value {
    case .object(let members):
      return members.keys.contains { $0.contains(separator) }
        || members.values.contains { hasSeparatorInName($0) }
    case .array(let elements): return elements.contains { hasSeparatorInName($0) }
    default: return false
    }
  }

  // MARK: Nodes

  /// Adds a value and what is below it.
  ///
  /// - Parameters:
  ///   - key: the full key it is reached by; nil when no key reaches it.
  /// - Returns: the number of its node, and the offset of its record's key if it got one.
  private mutating func add(_ value: Value, key: Text?, tree: Value) -> (node: Int, key: Int?) {
    let number = nodes.count / CatalogLayout.nodeSize
    nodes.append(contentsOf: [UInt8](repeating: 0, count: CatalogLayout.nodeSize))
    // Past the limit nothing is added any more; `build` reports it.
    guard blob.count <= maximumBytes else { return (number, nil) }
    let reached = key.flatMap { means($0, value, in: tree) ? $0 : nil }
    var keyOffset: Int?
    switch value {
    case .text(let text):
      leafCount += 1
      keyOffset = addText(text, number: number, key: reached)
    case .object, .array:
      if let reached { keyOffset = addRecord(reached, kind: kind(of: value), node: number) }
      addChildren(of: value, number: number, key: key, tree: tree)
    default:
      leafCount += 1
      if let reached { keyOffset = addRecord(reached, kind: kind(of: value), node: number) }
      setNode(number, kind(of: value), scalar: value)
    }
    return (number, keyOffset)
  }

  private func kind(of value: Value) -> NodeKind {
    switch value {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .double, .decimal: .double
    case .array: .array
    case .object: .object
    case .text: .plain
    }
  }

  /// Whether a look-up of the key ends at this value, and not at another of the same key.
  private func means(_ key: Text, _ value: Value, in tree: Value) -> Bool {
    guard isAmbiguous else { return true }
    let found = KeyPath.find(
      tree, key, separator: schema.keySeparator, flat: schema.findsFlatKeys)
    return found == value
  }

  private mutating func addText(_ text: Text, number: Int, key: Text?) -> Int? {
    guard let key else {
      setNode(number, .plain, blob.count, text.count)
      blob.append(contentsOf: text.bytes)
      return nil
    }
    let pattern = schema.compiler.compile(text)
    let kind: NodeKind =
      switch pattern {
      case .plain: .plain
      case .program: .program
      case .dynamic: .dynamic
      }
    let keyOffset = addRecord(key, kind: kind, node: number, text: text)
    setNode(number, kind, keyOffset + key.count, text.count)
    if case .program(let program) = pattern { blob.append(contentsOf: program) }
    return keyOffset
  }

  private mutating func addChildren(of value: Value, number: Int, key: Text?, tree: Value) {
    let names: [Text]
    let values: [Value]
    let isArray: Bool
    switch value {
    case .object(let object): (names, values, isArray) = (object.keys, object.values, false)
    case .array(let elements):
      names = elements.indices.map { Decimal.text(of: Int64($0)) }
      (values, isArray) = (elements, true)
    default: return
    }
    let first = members.count / CatalogLayout.memberSize
    setNode(number, isArray ? .array : .object, first, values.count)
    let size = values.count * CatalogLayout.memberSize
    members.append(contentsOf: [UInt8](repeating: 0, count: size))
    for position in values.indices {
      let childKey = self.key(of: names[position], below: key, isRoot: number == 0)
      let child = add(values[position], key: childKey, tree: tree)
      let name = isArray ? (0, 0) : nameInBlob(names[position], childKey, child.key)
      setMember(first + position, name, node: child.node)
    }
  }

  private func key(of name: Text, below parent: Text?, isRoot: Bool) -> Text? {
    if isRoot { return name }
    guard let separator = schema.keySeparator, let parent else { return nil }
    return parent + separator + name
  }

  /// A name is the end of its record's key; without a record it is written on its own.
  private mutating func nameInBlob(
    _ name: Text, _ key: Text?, _ keyOffset: Int?
  ) -> (offset: Int, count: Int) {
    if let key, let keyOffset { return (keyOffset + key.count - name.count, name.count) }
    let offset = blob.count
    blob.append(contentsOf: name.bytes)
    return (offset, name.count)
  }

  // MARK: Records

  /// Adds a record and returns the offset of its key in the blob.
  private mutating func addRecord(
    _ key: Text, kind: NodeKind, node: Int, text: Text = Text()
  ) -> Int {
    while blob.count % 8 != 0 { blob.append(0) }
    let record = blob.count
    entries.append((KeyHash.of(key), record))
    for number in [key.count, text.count, Int(kind.rawValue), node] { append(number) }
    let keyOffset = blob.count
    for byte in key.bytes { keyBytes.insert(byte) }
    blob.append(contentsOf: key.bytes)
    blob.append(contentsOf: text.bytes)
    blob.append(0)
    return keyOffset
  }

  private mutating func append(_ number: Int) {
    for byte in 0..<4 { blob.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }

  private mutating func setNode(_ number: Int, _ kind: NodeKind, _ first: Int, _ second: Int) {
    let start = number * CatalogLayout.nodeSize
    nodes.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: kind.rawValue, toByteOffset: start, as: UInt32.self)
      let one = UInt32(truncatingIfNeeded: first)
      let two = UInt32(truncatingIfNeeded: second)
      bytes.storeBytes(of: one, toByteOffset: start + 4, as: UInt32.self)
      bytes.storeBytes(of: two, toByteOffset: start + 8, as: UInt32.self)
    }
  }

  private mutating func setNode(_ number: Int, _ kind: NodeKind, scalar: Value) {
    let start = number * CatalogLayout.nodeSize
    setNode(number, kind, scalar.bool == true ? 1 : 0, 0)
    let wide: UInt64
    switch scalar {
    case .int(let int): wide = UInt64(bitPattern: int)
    case .double(let double): wide = double.bitPattern
    case .decimal: wide = (scalar.number ?? .nan).bitPattern
    default: return
    }
    nodes.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: wide, toByteOffset: start + 8, as: UInt64.self)
    }
  }

  private mutating func setMember(_ position: Int, _ name: (Int, Int), node: Int) {
    let start = position * CatalogLayout.memberSize
    members.withUnsafeMutableBytes { bytes in
      for (place, number) in [name.0, name.1, node].enumerated() {
        let field = UInt32(truncatingIfNeeded: number)
        bytes.storeBytes(of: field, toByteOffset: start + 4 * place, as: UInt32.self)
      }
    }
  }

  // MARK: The block

  private func finish() -> Catalog {
    var head = CatalogImageHead()
    while head.slotCount < entries.count * 2 { head.slotCount *= 2 }
    head.nodeCount = nodes.count / CatalogLayout.nodeSize
    head.memberCount = members.count / CatalogLayout.memberSize
    head.blobCount = blob.count
    head.leafCount = leafCount
    head.keyBytes = keyBytes
    let memory = HeapRegion(count: head.size) { base in
      head.write(to: base)
      let slots = base + CatalogLayout.headSize
      place(in: slots, head.slotCount)
      let rest = slots + head.slotCount * CatalogLayout.slotSize
      copy(nodes, to: rest)
      copy(members, to: rest + nodes.count)
      copy(blob, to: rest + nodes.count + members.count)
    }
    return Catalog(image: CatalogImage(memory.start, head), schema: schema, memory: memory)
  }

  private func place(in base: UnsafeMutableRawPointer, _ slotCount: Int) {
    let slots = CatalogSlots(base, count: slotCount)
    for entry in entries {
      let word = CatalogSlots.word(entry.hash, layer: 0, offset: entry.record)
      var slot = slots.first(entry.hash)
      while slots[slot] != 0 { slot = slots.next(slot) }
      base.storeBytes(of: word, toByteOffset: slot * CatalogLayout.slotSize, as: UInt64.self)
    }
  }

  private func copy(_ bytes: [UInt8], to place: UnsafeMutableRawPointer) {
    bytes.withUnsafeBytes { from in
      if let start = from.baseAddress { place.copyMemory(from: start, byteCount: from.count) }
    }
  }
}
