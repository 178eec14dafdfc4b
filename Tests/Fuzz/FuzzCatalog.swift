import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// A key and a tree: the catalog gives the tree back, and finds what walking the tree finds.
enum FuzzCatalog {
  static func run(_ input: FuzzInput) {
    var input = input
    guard input.isUTF8 else { return }
    let key = input.line()
    guard !key.contains("#"), case .object(let tree)? = input.json(),
      !hasHashes(.object(tree))
    else { return }
    for (separator, flat): (Text?, Bool) in [(".", true), (".", false), (nil, true), ("a", false)] {
      let compiler = PatternCompiler(dialect: .modern, syntax: InterpolationSyntax())
      let schema = CatalogSchema(compiler: compiler, keySeparator: separator, findsFlatKeys: flat)
      guard let catalog = try? CatalogBuilder.build(tree, schema: schema, maximumBytes: 1 << 24)
      else { continue }
      precondition(catalog.root.value == .object(tree), "the tree is another")
      precondition(
        catalog.find(key)?.value == walk(.object(tree), key, separator, flat), "found otherwise")
    }
  }

  private static func walk(_ tree: Value, _ key: Text, _ separator: Text?, _ flat: Bool) -> Value? {
    let found = TreePath.walk(tree, key, by: separator)
    if flat, !(found?.isTruthy ?? false) {
      return TreePath.deepFind(tree, key, separator: separator ?? "false")
    }
    return found
  }

  /// Three of them stand for a dot when a tree is walked.
  private static func hasHashes(_ value: Value) -> Bool {
    switch value {
    case .object(let members):
      members.keys.contains { $0.contains("#") } || members.values.contains { hasHashes($0) }
    case .array(let elements): elements.contains { hasHashes($0) }
    default: false
    }
  }
}
