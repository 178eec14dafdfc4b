package import CalqueBase
import CalqueTemplate

/// A value in a catalog's tree. Valid as long as its catalog.
package struct CatalogNode {
  private let image: CatalogImage
  private let number: Int

  init(image: CatalogImage, number: Int) {
    self.image = image
    self.number = number
  }

  private func field(_ position: Int) -> Int { image.number(position, ofNode: number) }

  private var wide: UInt64 { image.wide(ofNode: number) }

  package var kind: NodeKind { NodeKind(rawValue: UInt32(truncatingIfNeeded: field(0))) ?? .null }

  private func bytes(_ offset: Int, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: (image.blob + offset).assumingMemoryBound(to: UInt8.self), count: count)
  }

  package var text: Text? {
    switch kind {
    case .plain, .program, .dynamic: Text(bytes(field(1), field(2)))
    default: nil
    }
  }

  /// Number of members or elements.
  package var childCount: Int { isContainer ? field(2) : 0 }

  /// Name and value of a member; elements of arrays have no name.
  package func child(at position: Int) -> (name: Text, node: CatalogNode) {
    let member = image.member(field(1) &+ position)
    return (
      Text(bytes(member.name, member.nameCount)), CatalogNode(image: image, number: member.node)
    )
  }

  /// How many objects and arrays are inside one another.
  var depth: Int {
    (0..<childCount).reduce(isContainer ? 1 : 0) { deepest, position in
      let member = image.member(field(1) &+ position)
      return max(deepest, CatalogNode(image: image, number: member.node).depth + 1)
    }
  }

  /// The value as a tree of its own.
  package var value: Value {
    switch kind {
    case .null: .null
    case .bool: .bool(field(1) != 0)
    case .int: .int(Int64(bitPattern: wide))
    case .double: .double(Double(bitPattern: wide))
    case .plain, .program, .dynamic: .text(text ?? Text())
    case .array: .array((0..<childCount).map { child(at: $0).node.value })
    case .object: .object(Members((0..<childCount).map { namedValue(at: $0) }))
    }
  }

  private func namedValue(at position: Int) -> (Text, Value) {
    let child = child(at: position)
    return (child.name, child.node.value)
  }
}

extension CatalogNode: TreeNode {
  package func child(_ name: Text) -> CatalogNode? {
    if kind == .array {
      return ArrayIndex.of(name, below: childCount).map { child(at: $0).node }
    }
    guard kind == .object else { return nil }
    for position in 0..<childCount {
      let child = child(at: position)
      if child.name == name { return child.node }
    }
    return nil
  }

  package var isNull: Bool { kind == .null }

  package var isTruthy: Bool {
    switch kind {
    case .null: false
    case .bool: field(1) != 0
    case .int: wide != 0
    case .double: Value.double(Double(bitPattern: wide)).isTruthy
    case .plain, .program, .dynamic: field(2) > 0
    case .array, .object: true
    }
  }

  package var isScalar: Bool { !isContainer && kind != .null }

  package var isContainer: Bool { kind == .array || kind == .object }
}
