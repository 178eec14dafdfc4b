package import CalqueBase
package import CalqueTemplate

/// The options that a catalog is compiled for: how keys are split and how texts are parsed.
package struct CatalogSchema: Sendable, Equatable {
  package var compiler: PatternCompiler
  /// Separates the parts of a key; nil when keys are not split.
  package var keySeparator: Text?
  /// `ignoreJSONStructure`: members whose names contain the separator are found too.
  package var findsFlatKeys: Bool

  package init(compiler: PatternCompiler, keySeparator: Text?, findsFlatKeys: Bool) {
    self.compiler = compiler
    self.keySeparator = keySeparator
    self.findsFlatKeys = findsFlatKeys
  }
}
