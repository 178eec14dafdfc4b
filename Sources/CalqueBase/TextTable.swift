/// The members of a JSON object.
package typealias Members = TextTable<Value>

/// Elements by name, in the order they were added. Setting a name again keeps its place. Look-up is
/// linear for small tables and hashed from twelve names on.
package struct TextTable<Element: Sendable>: Sendable {
  private static var indexedFrom: Int { 12 }

  package private(set) var keys: [Text] = []
  package private(set) var values: [Element] = []
  /// Open addressing, a power of two at most half full: position + 1, or 0 for a free slot.
  private var index: [Int32] = []

  package init() {}

  package init(_ members: [(Text, Element)]) {
    for (key, value) in members { self[key] = value }
  }

  package var count: Int { keys.count }

  package var isEmpty: Bool { keys.isEmpty }

  package subscript(key: Text) -> Element? {
    get { position(of: key).map { values[$0] } }
    set {
      guard let newValue else { return remove(key) }
      if let position = position(of: key) {
        values[position] = newValue
      } else {
        keys.append(key)
        values.append(newValue)
        noteAppended()
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
    for position in 0..<other.count { self[other.keys[position]] = other.values[position] }
  }

  package mutating func remove(_ key: Text) {
    guard let position = position(of: key) else { return }
    keys.remove(at: position)
    values.remove(at: position)
    rebuildIndex()
  }

  package func merging(_ other: TextTable) -> TextTable {
    var merged = self
    merged.merge(other)
    return merged
  }

  package func contains(_ key: Text) -> Bool { position(of: key) != nil }

  private func position(of key: Text) -> Int? {
    guard !index.isEmpty else { return keys.firstIndex(of: key) }
    let mask = index.count - 1
    var slot = Int(truncatingIfNeeded: Hash.of(key)) & mask
    while index[slot] != 0 {
      let position = Int(index[slot]) - 1
      if keys[position] == key { return position }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private mutating func noteAppended() {
    if index.isEmpty ? keys.count >= Self.indexedFrom : keys.count * 2 > index.count {
      rebuildIndex()
    } else if !index.isEmpty {
      place(keys.count - 1)
    }
  }

  private mutating func rebuildIndex() {
    index = []
    guard keys.count >= Self.indexedFrom else { return }
    var size = 32
    while size < keys.count * 4 { size *= 2 }
    index = [Int32](repeating: 0, count: size)
    for position in keys.indices { place(position) }
  }

  private mutating func place(_ position: Int) {
    let mask = index.count - 1
    var slot = Int(truncatingIfNeeded: Hash.of(keys[position])) & mask
    while index[slot] != 0 { slot = (slot + 1) & mask }
    index[slot] = Int32(truncatingIfNeeded: position + 1)
  }
}

extension TextTable: Equatable where Element: Equatable {
  /// Equal when the same names have equal elements, in any order.
  package static func == (left: TextTable, right: TextTable) -> Bool {
    guard left.count == right.count else { return false }
    for position in 0..<left.count where right[left.keys[position]] != left.values[position] {
      return false
    }
    return true
  }
}
