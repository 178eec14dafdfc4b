import CalqueBase

/// Walks the tree of a block whose records are checked.
///
/// Nodes and members stand in the order in which a walk meets them, each once: so there is no way
/// round in a circle, and no two ways to one node.
struct CatalogTreeCheck {
  private let image: CatalogImage
  /// As `CatalogRecordCheck.keys` gives them.
  private let keys: UnsafeBufferPointer<UInt32>
  private var nextNode = 1
  private var nextMember = 0
  private var leafCount = 0
  /// Objects and arrays inside one another, at most.
  private var depth = 0
  /// Bytes of the blob that may still be read: what overlaps would let a small file cost much.
  private var budget: Int

  /// As deep as the limit on catalogs can be set.
  private static let mostDepth = 512

  private init(_ image: CatalogImage, _ keys: UnsafeBufferPointer<UInt32>) {
    self.image = image
    self.keys = keys
    budget = image.head.blobCount
  }

  /// How deep the tree is; nil when something is wrong with it.
  static func depth(of image: CatalogImage, keys: [UInt32]) -> Int? {
    keys.withUnsafeBufferPointer { keys in
      var check = CatalogTreeCheck(image, keys)
      return check.isTreeRight() ? check.depth : nil
    }
  }

  private mutating func isTreeRight() -> Bool {
    image.kind(ofNode: 0) == NodeKind.object.rawValue && areChildrenRight(of: 0, level: 1)
      && nextNode == image.head.nodeCount && nextMember == image.head.memberCount
      && leafCount == image.head.leafCount
  }

  /// - Parameter level: of the object or array, 1 for the tree itself.
  private mutating func areChildrenRight(of parent: Int, level: Int) -> Bool {
    let first = nextMember
    let count = image.number(2, ofNode: parent)
    guard level <= Self.mostDepth, image.number(1, ofNode: parent) == first,
      count <= image.head.memberCount &- first
    else { return false }
    depth = max(depth, level)
    nextMember = first &+ count
    let isArray = image.kind(ofNode: parent) == NodeKind.array.rawValue
    for position in first..<nextMember {
      let node = nextNode
      let member = image.member(position)
      guard node < image.head.nodeCount, member.node == node,
        !isArray || member.nameCount == 0, isNameRight(member.name, member.nameCount, node)
      else { return false }
      nextNode = node &+ 1
      let kind = image.kind(ofNode: node)
      if kind == NodeKind.object.rawValue || kind == NodeKind.array.rawValue {
        guard areChildrenRight(of: node, level: level &+ 1) else { return false }
      } else {
        leafCount &+= 1
        guard keys[node] > 0 || isLeafRight(node, kind) else { return false }
      }
    }
    return true
  }

  /// Mostly the name is the end of a key that was checked, and needs only to begin with a character.
  private mutating func isNameRight(_ offset: Int, _ count: Int, _ node: Int) -> Bool {
    if count < keys[node], offset &+ count == image.number(1, ofNode: node) {
      return image.bytes(at: offset).pointee & 0xC0 != 0x80
    }
    return isOwnText(offset, count)
  }

  /// A value that no checked record leads to, or one that is no text.
  private mutating func isLeafRight(_ node: Int, _ kind: UInt32) -> Bool {
    switch NodeKind(rawValue: kind) {
    case .null, .int: true
    case .bool: image.number(1, ofNode: node) <= 1
    case .double: Double(bitPattern: image.wide(ofNode: node)).isFinite
    case .plain: isOwnText(image.number(1, ofNode: node), image.number(2, ofNode: node))
    default: false
    }
  }

  private mutating func isOwnText(_ offset: Int, _ count: Int) -> Bool {
    budget &-= count
    return budget >= 0 && image.isText(offset, count)
  }
}
