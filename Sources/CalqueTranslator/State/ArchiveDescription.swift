package import CalqueBase
package import CalqueCatalog
import CalqueTemplate

extension CatalogArchive {
  /// Describes the file, in the form of `calque_catalog_describe`.
  ///
  /// - Throws: `corrupt` for a catalog that was not checked yet.
  package func description() throws(Diagnostic) -> Value {
    var bundles: [Value] = []
    for archived in catalogs {
      let catalog = try archived.checked()
      bundles.append(
        .object(
          Members([
            ("lng", .text(archived.lng)), ("ns", .text(archived.ns)),
            ("bytes", .int(Int64(catalog.byteCount))),
            ("messages", .int(Int64(catalog.leafCount))),
          ])))
    }
    return .object(
      Members([
        ("format", .text(TranslatorFormat(rawValue: format)?.name ?? "")),
        ("bytes", .int(Int64(memory.count))), ("version", .int(Int64(Self.version))),
        ("layout", .int(Int64(CatalogLayout.version))), ("options", options),
        ("bundles", .array(bundles)), ("localeData", .int(Int64(locales?.count ?? 0))),
      ]))
  }

  private var options: Value {
    .object(
      Members([
        ("keySeparator", schema.keySeparator.map { .text($0) } ?? .null),
        ("ignoreJSONStructure", .bool(schema.findsFlatKeys)), ("interpolation", interpolation),
      ]))
  }

  private var interpolation: Value {
    let syntax = schema.compiler.syntax
    return .object(
      Members([
        ("prefix", .text(syntax.prefix)), ("suffix", .text(syntax.suffix)),
        ("formatSeparator", .text(syntax.formatSeparator)),
        ("unescapePrefix", .text(syntax.unescapePrefix)),
        ("unescapeSuffix", .text(syntax.unescapeSuffix)),
        ("nestingPrefix", .text(syntax.nestingPrefix)),
        ("nestingSuffix", .text(syntax.nestingSuffix)),
        ("nestingOptionsSeparator", .text(syntax.nestingOptionsSeparator)),
        ("maxReplaces", .int(Int64(syntax.maxReplaces))),
        ("escapeValue", .bool(syntax.escapeValue)),
        ("useRawValueToEscape", .bool(syntax.useRawValueToEscape)),
        ("skipOnVariables", .bool(syntax.skipOnVariables)),
        ("alwaysFormat", .bool(syntax.alwaysFormat)),
      ]))
  }
}
