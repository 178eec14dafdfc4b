package import CalqueBase
import CalqueTemplate

/// A value in a catalog's tree, valid while the catalog exists.
package struct CatalogNode {
  private let catalog: Unmanaged<Catalog>
  package let record: CatalogRecord

  init(_ catalog: Unmanaged<Catalog>, _ record: CatalogRecord) {
    (self.catalog, self.record) = (catalog, record)
  }

  package var kind: NodeKind { NodeKind(rawValue: record.kind) ?? .null }

  package var text: Text? { record.textBytes.map { Text($0) } }

  /// Number of members or elements.
  package var childCount: Int { isContainer ? record.childCount : 0 }

  /// The nesting depth of objects and arrays.
  var depth: Int {
    var depth = isContainer ? 1 : 0
    record.each { depth = max(depth, CatalogNode(catalog, $0).depth + 1) }
    return depth
  }

  /// The name of a member of this object.
  private func name(of child: CatalogRecord) -> Bytes {
    let start = catalog._withUnsafeGuaranteedRef { $0.image.nameStart(in: record) }
    return Bytes(start: child.key + start, count: child.keyLength &- start)
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
  @inline(never)
  package func mapping(_ change: (Text, CatalogNode) -> Value) -> Value {
    switch kind {
    case .array:
      var elements: [Value] = []
      record.each { child in
        let position = Decimal.text(of: Int64(elements.count))
        elements.append(change(position, CatalogNode(catalog, child)))
      }
      return .array(elements)
    case .object:
      var members = Members()
      record.each { child in
        let name = Text(self.name(of: child))
        members[name] = change(name, CatalogNode(catalog, child))
      }
      return .object(members)
    default: return value
    }
  }
}

extension CatalogNode: TreeNode {
  package func child(_ name: Text) -> CatalogNode? {
    var (place, found): (_, CatalogNode?) = (0, nil)
    let position = kind == .array ? name.arrayPosition(below: childCount) ?? -1 : -1
    name.bytes.withUnsafeBufferPointer { name in
      _ = record.allElements { child in
        let isOne = kind == .array ? place == position : self.name(of: child).isSame(name)
        if isOne { found = CatalogNode(catalog, child) }
        place += 1
        return !isOne
      }
    }
    return found
  }

  package var isNull: Bool { kind == .null }

  package var isTruthy: Bool { record.isTruthy }

  package var isScalar: Bool { !record.isHiding }

  package var isContainer: Bool { record.isContainer }
}
