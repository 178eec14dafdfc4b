package import CalqueBase
import CalqueTemplate

/// A value in a catalog's tree, valid while the catalog exists.
package struct CatalogNode {
  private let image: CatalogImage
  package let record: CatalogRecord

  init(_ image: CatalogImage, _ record: CatalogRecord) {
    self.image = image
    self.record = record
  }

  package var kind: NodeKind { NodeKind(rawValue: record.kind) ?? .null }

  package var text: Text? { record.textBytes.map { Text($0) } }

  /// Number of members or elements.
  package var childCount: Int { isContainer ? record.childCount : 0 }

  /// The nesting depth of objects and arrays.
  var depth: Int {
    guard isContainer else { return 0 }
    return children.reduce(1) { max($0, $1.depth + 1) }
  }

  private var children: CatalogChildren { CatalogChildren(image, record) }

  /// The name of a member of this object.
  private func name(of child: CatalogNode) -> UnsafeBufferPointer<UInt8> {
    let start = image.nameStart(in: record)
    return UnsafeBufferPointer(
      start: child.record.key + start, count: child.record.keyLength &- start)
  }

  /// The value as an independent tree.
  package var value: Value {
    switch kind {
    case .null: .null
    case .bool: .bool(record.isTrue)
    case .int: .int(Int64(bitPattern: record.wide))
    case .double: .double(Double(bitPattern: record.wide))
    case .plain, .program, .dynamic: .text(text ?? Text())
    case .array, .object: mapping { $1.value }
    }
  }

  /// As `Value.mapping`, without a tree of what is replaced.
  package func mapping(_ change: (Text, CatalogNode) -> Value) -> Value {
    switch kind {
    case .array:
      .array(children.enumerated().map { change(Decimal.text(of: Int64($0)), $1) })
    case .object:
      .object(
        Members(
          children.map { child in
            let name = Text(self.name(of: child))
            return (name, change(name, child))
          }))
    default: value
    }
  }
}

extension CatalogNode: TreeNode {
  package func child(_ name: Text) -> CatalogNode? {
    if kind == .array {
      guard let position = name.arrayPosition(below: childCount) else { return nil }
      return children.dropFirst(position).first { _ in true }
    }
    guard kind == .object else { return nil }
    return name.bytes.withUnsafeBufferPointer { name in
      children.first { child in
        let own = self.name(of: child)
        return own.count == name.count && own.elementsEqual(name)
      }
    }
  }

  package var isNull: Bool { kind == .null }

  package var isTruthy: Bool {
    switch kind {
    case .null: false
    case .bool: record.isTrue
    case .int: record.wide != 0
    case .double: Value.double(Double(bitPattern: record.wide)).isTruthy
    case .plain, .program, .dynamic: record.textLength > 0
    case .array, .object: true
    }
  }

  package var isScalar: Bool { !isContainer && kind != .null }

  package var isContainer: Bool { kind == .array || kind == .object }
}

/// The values in an object or array, in order.
private struct CatalogChildren: Sequence, IteratorProtocol {
  private let image: CatalogImage
  private var record: CatalogRecord
  private var left: Int

  init(_ image: CatalogImage, _ parent: CatalogRecord) {
    self.image = image
    record = parent.firstChild
    left = parent.childCount
  }

  mutating func next() -> CatalogNode? {
    guard left > 0 else { return nil }
    left -= 1
    defer { record = record.next }
    return CatalogNode(image, record)
  }
}
