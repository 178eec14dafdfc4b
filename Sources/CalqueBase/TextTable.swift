/// The members of a JSON object.
package typealias Members = TextTable<Value>

/// Elements by name, in the order they were added. Setting a name again keeps its place. Look-up is
/// linear for small tables and hashed, with the seed of the process, from twelve names on.
package struct TextTable<Element: Sendable>: Sendable {
  fileprivate static var indexedFrom: Int { 12 }

  /// One word, so that values and options are cheap to hand on; nil when it is empty.
  private var storage: Storage?

  fileprivate final class Storage: @unchecked Sendable {
    // Unchecked: changed by the one table that holds it, and only then.
    var keys: [Text] = []
    var values: [Element] = []
    /// Open addressing, a power of two at most half full: position + 1, or 0 for a free slot.
    var index: [Int32] = []
  }

  package init() {}

  package init(_ members: [(Text, Element)]) {
    for (key, value) in members { self[key] = value }
  }

  package var keys: [Text] { storage?.keys ?? [] }

  package var values: [Element] { storage?.values ?? [] }

  package var count: Int { storage?.keys.count ?? 0 }

  package var isEmpty: Bool { count == 0 }

  package subscript(key: Text) -> Element? {
    @inline(never) get {
      guard let storage, let position = storage.position(of: key) else { return nil }
      return storage.values[position]
    }
    @inline(never) set {
      guard let newValue else { return remove(key) }
      let own = changeable()
      if let position = own.position(of: key) {
        own.values[position] = newValue
      } else {
        own.append(key, newValue)
      }
    }
  }

  /// The element of a name, or another one that takes its place once it is changed.
  package subscript(
    key: Text, default standard: @autoclosure () -> Element
  ) -> Element {
    get { self[key] ?? standard() }
    set { self[key] = newValue }
  }

  /// Adds the members of `other`, replacing those of the same name.
  package mutating func merge(_ other: TextTable) {
    for (key, value) in zip(other.keys, other.values) { self[key] = value }
  }

  @inline(never)
  package mutating func remove(_ key: Text) {
    guard let position = storage?.position(of: key) else { return }
    let own = changeable()
    own.keys.remove(at: position)
    own.values.remove(at: position)
    own.rebuildIndex()
  }

  package func merging(_ other: TextTable) -> TextTable {
    var merged = self
    merged.merge(other)
    return merged
  }

  package func contains(_ key: Text) -> Bool { storage?.position(of: key) != nil }

  /// The storage, made this table's alone.
  private mutating func changeable() -> Storage {
    if isKnownUniquelyReferenced(&storage), let storage { return storage }
    let own = Storage()
    if let storage {
      (own.keys, own.values, own.index) = (storage.keys, storage.values, storage.index)
    }
    storage = own
    return own
  }
}

extension TextTable.Storage {
  @inline(never)
  func position(of key: Text) -> Int? {
    guard !index.isEmpty else { return keys.firstIndex(of: key) }
    let mask = index.count - 1
    var slot = Int(truncatingIfNeeded: Hash.of(key, seed: Hash.seed)) & mask
    while index[slot] != 0 {
      let position = Int(index[slot]) - 1
      if keys[position] == key { return position }
      slot = (slot + 1) & mask
    }
    return nil
  }

  func append(_ key: Text, _ value: Element) {
    keys.append(key)
    values.append(value)
    if index.isEmpty ? keys.count >= TextTable<Element>.indexedFrom : keys.count * 2 > index.count {
      rebuildIndex()
    } else if !index.isEmpty {
      place(keys.count - 1)
    }
  }

  @inline(never)
  func rebuildIndex() {
    index = []
    guard keys.count >= TextTable<Element>.indexedFrom else { return }
    var size = 32
    while size < keys.count * 4 { size *= 2 }
    index = [Int32](repeating: 0, count: size)
    for position in keys.indices { place(position) }
  }

  private func place(_ position: Int) {
    let mask = index.count - 1
    var slot = Int(truncatingIfNeeded: Hash.of(keys[position], seed: Hash.seed)) & mask
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
