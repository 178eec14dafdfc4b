package import CalqueBase
package import CalqueCatalog
package import CalqueFormat
import CalqueLocale
import CalqueTemplate

/// Compiling resources to files, and opening them.
package enum CatalogCompiler {
  /// - Parameters:
  ///   - resources: language -> namespace -> tree.
  ///   - given: init options of the translators that the file is for, in the names of the format.
  /// - Throws: `invalidOption` and `invalidType` with the path, `limitExceeded`.
  package static func compile(
    _ resources: Members, format: TranslatorFormat, given: Members
  ) throws(Diagnostic) -> Text {
    let options = try TranslatorOptions(format: format, FormatCode.of(format), given: given)
    var compiled: [ArchiveBundle] = []
    try resources.forEachBundle { lng, ns, tree throws(Diagnostic) in
      // As adding the tree to a translator would.
      compiled.append((lng, ns, try options.catalog(of: Merge.sanitized(tree))))
    }
    return bytes(of: compiled, options)
  }

  /// - Parameter source: of the one file that a single catalog is from.
  static func bytes(
    of catalogs: [ArchiveBundle], _ options: TranslatorOptions, source: SourceMark = SourceMark()
  ) -> Text {
    ArchiveWriter.bytes(
      of: catalogs, schema: options.schema, format: options.format.rawValue, source: source)
  }

  /// The bytes of a compiled file with what locale data has about its languages.
  ///
  /// - Throws: `corrupt`.
  package static func add(
    _ data: LocaleData, to archive: CatalogArchive
  ) throws(Diagnostic) -> Text {
    let languages = archive.catalogs.map { LanguageTag.comparable($0.lng) }
    return try archive.bytes(with: data.cut(to: languages))
  }

  /// - Parameters:
  ///   - isDeferred: catalogs are checked when they are first used, not now.
  ///   - isTrusted: the host vouches for the catalogs, so that they are used unchecked.
  /// - Throws: `corrupt`, `unsupported`.
  package static func open(
    _ memory: MemoryRegion, isDeferred: Bool, isTrusted: Bool = false
  ) throws(Diagnostic) -> CatalogArchive {
    let archive = try CatalogArchive.open(memory, isTrusted: isTrusted) {
      TranslatorFormat(rawValue: $0)?.dialect
    }
    if !isDeferred && !isTrusted {
      for catalog in archive.catalogs { _ = try catalog.checked() }
    }
    return archive
  }
}

extension Members {
  /// Calls `body` with the bundles of resources, which have the shape language -> namespace -> tree.
  ///
  /// - Throws: `invalidType` with the path of anything that is not an object.
  func forEachBundle(
    _ body: (_ lng: Text, _ ns: Text, _ tree: Members) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    for (lng, namespaces) in zip(keys, values) {
      guard case .object(let namespaces) = namespaces else {
        throw Diagnostic(.invalidType, "a language must hold an object", path: "resources.\(lng)")
      }
      for (ns, tree) in zip(namespaces.keys, namespaces.values) {
        let path: Text = "resources.\(lng).\(ns)"
        guard case .object(let tree) = tree else {
          throw Diagnostic(.invalidType, "a namespace must hold an object", path: path)
        }
        try body(lng, ns, tree)
      }
    }
  }
}

extension CatalogArchive {
  /// Describes the file, in the form of `calque_catalog_describe`.
  ///
  /// - Throws: `corrupt` for a catalog that was not checked yet.
  package func description() throws(Diagnostic) -> Value {
    var bundles: [Value] = []
    for archived in catalogs {
      let catalog = try archived.checked()
      bundles.append(
        .object([
          "lng": .text(archived.lng), "ns": .text(archived.ns),
          "bytes": .int(Int64(catalog.byteCount)), "messages": .int(Int64(catalog.leafCount)),
        ]))
    }
    let options: Members = [
      "keySeparator": schema.keySeparator.map { .text($0) } ?? .null,
      "ignoreJSONStructure": .bool(schema.findsFlatKeys),
      "interpolation": .object(schema.compiler.syntax.members),
    ]
    return .object([
      "format": .text(TranslatorFormat(rawValue: format)?.name ?? ""),
      "bytes": .int(Int64(memory.count)), "version": .int(Int64(Self.version)),
      "layout": .int(Int64(CatalogLayout.version)), "options": .object(options),
      "bundles": .array(bundles), "localeData": .int(Int64(locales?.count ?? 0)),
    ])
  }
}
