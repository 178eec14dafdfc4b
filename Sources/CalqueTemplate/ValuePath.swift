package import CalqueBase

/// A node of a tree of JSON values in any representation.
package protocol TreeNode {
  /// The member of that name, or for an array the element; nil when there is none.
  func child(_ name: Text) -> Self?
  var isTruthy: Bool { get }
  /// Text, number or boolean.
  var isScalar: Bool { get }
  /// Object or array.
  var isContainer: Bool { get }
}

extension Value: TreeNode {
  package func child(_ name: Text) -> Value? {
    switch self {
    case .object(let members): members[name]
    case .array(let elements): name.arrayPosition(below: elements.count).map { elements[$0] }
    default: nil
    }
  }

  package var isScalar: Bool {
    switch self {
    case .text, .int, .double, .bool: true
    default: false
    }
  }

  package var isContainer: Bool { object != nil || array != nil }
}

/// Looking up a path in a tree, as i18next does (its `getPath` and `deepFind`).
package enum TreePath {
  /// Walks the parts of a path one by one.
  ///
  /// - Parameters:
  ///   - separator: nil when the path is one member's name.
  ///   - dot: means a literal dot in a part.
  package static func walk<Node: TreeNode>(
    _ root: Node, _ path: Text, by separator: Text? = ".", dot: Text? = "###"
  ) -> Node? {
    var node = root
    var start = 0
    while true {
      let end = separator.flatMap { path.firstIndex(of: $0, from: start) }
      var name = path.part(start, end)
      if let dot, name.contains(dot) { name = name.replacing(dot, with: ".") }
      guard let child = node.child(name) else { return nil }
      guard let end, let separator else { return child }
      node = child
      start = end + separator.count
    }
  }

  /// Searches for the path as one member first, then level by level for the shortest run of tokens
  /// that names a member, skipping scalars while tokens remain.
  ///
  /// - Parameter most: the maximal number of tokens in a run; without it, a long path would take
  ///   quadratic time.
  package static func deepFind<Node: TreeNode>(
    _ root: Node, _ path: Text, separator: Text, most: Int = .max
  ) -> Node? {
    if let whole = root.child(path), whole.isTruthy { return whole }
    var node = root
    var start = 0
    while node.isContainer, let (child, next) = shortest(node, path, from: start, separator, most) {
      guard let next else { return child }
      node = child
      start = next
    }
    return nil
  }

  /// - Returns: the member, and the offset of the rest of the path if there is any.
  private static func shortest<Node: TreeNode>(
    _ node: Node, _ path: Text, from start: Int, _ separator: Text, _ most: Int
  ) -> (Node, Int?)? {
    var end = start
    for _ in 0..<most {
      let found = path.firstIndex(of: separator, from: end)
      if let child = node.child(path.part(start, found)), found == nil || !child.isScalar {
        return (child, found.map { $0 + separator.count })
      }
      guard let found else { return nil }
      end = found + separator.count
    }
    return nil
  }
}
