import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// Catalogs for tests.
enum CatalogFixture {
  static func schema(separator: Text? = ".", flat: Bool = true) -> CatalogSchema {
    CatalogSchema(
      compiler: PatternCompiler(dialect: .modern, syntax: InterpolationSyntax()),
      keySeparator: separator, findsFlatKeys: flat)
  }

  static func catalog(
    _ json: Text, separator: Text? = ".", flat: Bool = true
  ) throws -> Catalog {
    let members = try JSON.parse(json).object ?? Members()
    return try CatalogBuilder.build(members, schema: schema(separator: separator, flat: flat))
  }

  /// i18next's look-up in a bundle, step by step: what the table of a catalog must come to.
  static func walk(_ tree: Value, _ key: Text, separator: Text?, flat: Bool) -> Value? {
    let found = TreePath.walk(tree, key, by: separator)
    if flat, !(found?.isTruthy ?? false) {
      return TreePath.deepFind(tree, key, separator: separator ?? "false")
    }
    return found
  }
}
