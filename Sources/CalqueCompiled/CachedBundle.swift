import CalqueBase
import CalqueCatalog
import CalqueStorage
import CalqueTranslator

/// A JSON file, and the compiled copy that belongs to it.
struct CachedBundle {
  let content: Text
  let lng: Text
  let ns: Text
  let options: TranslatorOptions
  private let source: SourceMark

  init(content: Text, lng: Text, ns: Text, options: TranslatorOptions) {
    self.content = content
    self.lng = lng
    self.ns = ns
    self.options = options
    source = SourceMark(of: content)
  }

  /// One for each language, namespace and way to compile, so that translators with other options
  /// do not take turns in making the copy.
  func fileName(_ name: Text) -> Text {
    let mark = Checksum.of(CatalogCompiler.signature(of: options))
    return CacheDirectory.fileName(
      name + "." + lng + "." + ns, "-" + Hexadecimal.text(of: mark) + ".calque")
  }

  /// Whether a file is the copy of this content.
  func fits(_ archive: CatalogArchive) -> Bool {
    archive.source == source && archive.format == options.format.rawValue
      && archive.schema == options.schema && archive.catalogs.count == 1
      && archive.catalogs[0].lng == lng && archive.catalogs[0].ns == ns
  }

  func compile() throws(Diagnostic) -> Text {
    let bundle = Bundle(lng: lng, ns: ns, tree: try options.tree(of: content))
    return try CatalogCompiler.compile([bundle], options: options, source: source)
  }
}
