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

/// A schema as stored in the head of an archive.
extension CatalogSchema {
  static let textCount = 9

  /// In the order of the file.
  var texts: [Text] {
    let syntax = compiler.syntax
    return [
      keySeparator ?? "", syntax.prefix, syntax.suffix, syntax.formatSeparator,
      syntax.unescapePrefix, syntax.unescapeSuffix, syntax.nestingPrefix, syntax.nestingSuffix,
      syntax.nestingOptionsSeparator,
    ]
  }

  var flags: ArchiveFlags {
    let syntax = compiler.syntax
    var flags: ArchiveFlags = []
    if syntax.escapeValue { flags.insert(.escapeValue) }
    if syntax.useRawValueToEscape { flags.insert(.useRawValueToEscape) }
    if syntax.skipOnVariables { flags.insert(.skipOnVariables) }
    if syntax.alwaysFormat { flags.insert(.alwaysFormat) }
    if findsFlatKeys { flags.insert(.findsFlatKeys) }
    if keySeparator != nil { flags.insert(.splitsKeys) }
    return flags
  }

  /// - Parameter texts: exactly `textCount` texts.
  init(dialect: PatternDialect, texts: [Text], flags: ArchiveFlags, maxReplaces: Int) {
    var rest = texts[...]
    func next() -> Text { rest.popFirst() ?? "" }
    let separator = next()
    var syntax = InterpolationSyntax()
    syntax.prefix = next()
    syntax.suffix = next()
    syntax.formatSeparator = next()
    syntax.unescapePrefix = next()
    syntax.unescapeSuffix = next()
    syntax.nestingPrefix = next()
    syntax.nestingSuffix = next()
    syntax.nestingOptionsSeparator = next()
    syntax.maxReplaces = maxReplaces
    syntax.escapeValue = flags.contains(.escapeValue)
    syntax.useRawValueToEscape = flags.contains(.useRawValueToEscape)
    syntax.skipOnVariables = flags.contains(.skipOnVariables)
    syntax.alwaysFormat = flags.contains(.alwaysFormat)
    self.init(
      compiler: PatternCompiler(dialect: dialect, syntax: syntax),
      keySeparator: flags.contains(.splitsKeys) ? separator : nil,
      findsFlatKeys: flags.contains(.findsFlatKeys))
  }
}
