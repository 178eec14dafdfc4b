import CalqueBase
import CalqueTemplate

/// i18next's look-up of a key in a bundle, by walking the tree.
enum KeyPath {
  /// - Parameter separator: nil when the key is one member's name.
  static func find<Node: TreeNode>(
    _ root: Node, _ key: Text, separator: Text?, flat: Bool
  ) -> Node? {
    let tokens = separator.map { key.split($0) } ?? [key]
    let found = TreePath.walk(root, tokens)
    if flat, !(found?.isTruthy ?? false) {
      return TreePath.deepFind(root, key, separator: separator ?? "false")
    }
    return found
  }
}
