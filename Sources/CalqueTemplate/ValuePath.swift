package import CalqueBase

/// A node of a tree of JSON values, wherever the tree is kept.
package protocol TreeNode {
  /// The member or, for an array, the element of that name; nil when there is none.
  func child(_ name: Text) -> Self?
  var isTruthy: Bool { get }
  var isNull: Bool { get }
  /// Text, number or boolean.
  var isScalar: Bool { get }
  /// Object or array.
  var isContainer: Bool { get }
}

extension Value: TreeNode {
  package func child(_ name: Text) -> Value? {
    switch self {
    case .object(let members): members[name]
    case .array(let elements): ArrayIndex.of(name, below: elements.count).map { elements[$0] }
    default: nil
    }
  }

  package var isScalar: Bool {
    switch self {
    case .text, .int, .double, .bool: true
    default: false
    }
  }

  package var isContainer: Bool {
    switch self {
    case .object, .array: true
    default: false
    }
  }
}

/// An array position as ECMAScript spells it: "0", "17", not "01".
package enum ArrayIndex {
  package static func of(_ name: Text, below count: Int) -> Int? {
    guard !name.isEmpty, name.count < 10, name.count == 1 || name.bytes[0] != 0x30 else {
      return nil
    }
    var index = 0
    for byte in name.bytes {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      index = index * 10 + Int(byte) - 0x30
    }
    return index < count ? index : nil
  }
}

/// Looking up a path in a tree, as i18next does (its `getPath` and `deepFind`).
package enum TreePath {
  /// Walks the tokens one by one. `###` in a token stands for a literal dot.
  package static func walk<Node: TreeNode>(_ root: Node, _ tokens: [Text]) -> Node? {
    var node = root
    for token in tokens {
      let name = token.contains("###") ? token.replacing("###", with: ".") : token
      guard let child = node.child(name) else { return nil }
      node = child
    }
    return node
  }

  /// Looks for the path as one member first, then level by level by the shortest run of tokens that
  /// names a member, passing over scalars while tokens remain.
  package static func deepFind<Node: TreeNode>(
    _ root: Node, _ path: Text, separator: Text
  ) -> Node? {
    if let whole = root.child(path), whole.isTruthy { return whole }
    let tokens = path.split(separator)
    var node = root
    var position = 0
    while position < tokens.count {
      guard node.isContainer else { return nil }
      guard let (child, next) = shortest(node, tokens, from: position, separator) else {
        return nil
      }
      node = child
      position = next
    }
    return node
  }

  private static func shortest<Node: TreeNode>(
    _ node: Node, _ tokens: [Text], from start: Int, _ separator: Text
  ) -> (Node, Int)? {
    var name = Text()
    for position in start..<tokens.count {
      if position > start { name.append(separator) }
      name.append(tokens[position])
      guard let child = node.child(name) else { continue }
      if child.isScalar, position < tokens.count - 1 { continue }
      return (child, position + 1)
    }
    return nil
  }
}
