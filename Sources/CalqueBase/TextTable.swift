/// The members of a JSON object.
package typealias Members = TextTable<Value>

/// Elements by name, in the order in which they were added. Setting a name again keeps its
/// position. Look-up is linear up to eleven names, and hashed with the seed of the process beyond.
package struct TextTable<Element: Sendable>: Sendable {
  /// One word, so that values and options are cheap to hand on; nil when it is empty.
  private var storage: Storage?

  private final class Storage: @unchecked Sendable {
    // Unchecked: changed by the one table that holds it, and only then.
    var names = TextSet()
    var values: [Element] = []
  }

  package init() {}

  @_disfavoredOverload
  package init(_ members: [(Text, Element)]) {
    for (key, value) in members { self[key] = value }
  }

  package var keys: [Text] { storage?.names.texts ?? [] }

  package var values: [Element] { storage?.values ?? [] }

  package var count: Int { storage?.names.texts.count ?? 0 }

  package var isEmpty: Bool { count == 0 }

  // Disfavored: a literal alone makes the one that takes it as such.
  @_disfavoredOverload
  package subscript(key: Text) -> Element? {
    @inline(never) get {
      guard let storage, let position = storage.names.position(of: key) else { return nil }
      return storage.values[position]
    }
    @inline(never) set {
      guard let newValue else { return remove(key) }
      let own = changeable()
      if let position = own.names.position(of: key) {
        own.values[position] = newValue
      } else {
        own.names.append(key)
        own.values.append(newValue)
      }
    }
  }

  /// The element of a name, or `default` when there is none, which is added once it is changed.
  package subscript(
    key: Text, default standard: @autoclosure () -> Element
  ) -> Element {
    get { self[key] ?? standard() }
    set { self[key] = newValue }
  }

  /// Adds the members of `other`, replacing those of the same name.
  package mutating func merge(_ other: TextTable) {
    if isEmpty { return self = other }
    for (key, value) in zip(other.keys, other.values) { self[key] = value }
  }

  @inline(never)
  package mutating func remove(_ key: Text) {
    guard let position = storage?.names.position(of: key) else { return }
    let own = changeable()
    own.names.remove(at: position)
    own.values.remove(at: position)
  }

  package func merging(_ other: TextTable) -> TextTable {
    var merged = self
    merged.merge(other)
    return merged
  }

  /// A table of the same names with other elements.
  @inline(never)
  package func mapping(_ element: (Text, Element) -> Element) -> TextTable {
    var mapped = self
    if !isEmpty { mapped.changeable().values = zip(keys, values).map { element($0, $1) } }
    return mapped
  }

  package func contains(_ key: Text) -> Bool { storage?.names.position(of: key) != nil }

  /// The storage, made unique to this table.
  @inline(never)
  private mutating func changeable() -> Storage {
    if isKnownUniquelyReferenced(&storage), let storage { return storage }
    let own = Storage()
    if let storage {
      (own.names, own.values) = (storage.names, storage.values)
    } else {
      // Most tables have a few names: those grow once.
      own.names.reserve(4)
      own.values.reserveCapacity(4)
    }
    storage = own
    return own
  }
}

/// Texts, each once, in the order in which they were added.
package struct TextSet: Sendable {
  package private(set) var texts: [Text] = []
  /// Open addressing, a power of two at most half full: position + 1, or 0 for a free slot.
  private var index: [Int32] = []

  private static var indexedFrom: Int { 12 }

  package init(_ texts: [Text] = []) {
    for text in texts { insert(text) }
  }

  package func contains(_ text: Text) -> Bool { position(of: text) != nil }

  fileprivate mutating func reserve(_ count: Int) { texts.reserveCapacity(count) }

  /// - Returns: whether it is new.
  @discardableResult
  package mutating func insert(_ text: Text) -> Bool {
    guard !contains(text) else { return false }
    append(text)
    return true
  }

  @inline(never)
  fileprivate func position(of text: Text) -> Int? {
    guard !index.isEmpty else { return texts.firstIndex(of: text) }
    let mask = index.count - 1
    var slot = Int(truncatingIfNeeded: Hash.of(text, seed: Hash.seed)) & mask
    while index[slot] != 0 {
      let position = Int(index[slot]) - 1
      if texts[position] == text { return position }
      slot = (slot + 1) & mask
    }
    return nil
  }

  @inline(never)
  fileprivate mutating func append(_ text: Text) {
    texts.append(text)
    if index.isEmpty ? texts.count >= Self.indexedFrom : texts.count * 2 > index.count {
      rebuildIndex()
    } else if !index.isEmpty {
      place(texts.count - 1)
    }
  }

  @inline(never)
  fileprivate mutating func remove(at position: Int) {
    texts.remove(at: position)
    rebuildIndex()
  }

  private mutating func rebuildIndex() {
    index = []
    guard texts.count >= Self.indexedFrom else { return }
    var size = 32
    while size < texts.count * 4 { size *= 2 }
    index = [Int32](repeating: 0, count: size)
    for position in texts.indices { place(position) }
  }

  private mutating func place(_ position: Int) {
    let mask = index.count - 1
    var slot = Int(truncatingIfNeeded: Hash.of(texts[position], seed: Hash.seed)) & mask
    while index[slot] != 0 { slot = (slot + 1) & mask }
    index[slot] = Int32(truncatingIfNeeded: position + 1)
  }
}

extension TextTable: Equatable where Element: Equatable {
  /// Equal when the same names have equal elements, in any order.
  package static func == (left: TextTable, right: TextTable) -> Bool {
    guard left.count == right.count else { return false }
    let (keys, values) = (left.keys, left.values)
    for position in 0..<left.count where right[keys[position]] != values[position] {
      return false
    }
    return true
  }
}
