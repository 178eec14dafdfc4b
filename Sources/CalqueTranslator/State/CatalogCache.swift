package import CalqueBase
import CalqueCatalog
import CalqueStorage

/// Compiled copies of JSON files: a copy saves parsing, and is never needed.
package struct CatalogCache: Sendable {
  private let directory: CacheDirectory

  /// Adds a JSON file to a translator through its compiled copy.
  ///
  /// - Parameter cache: the folder of the copy; nil for that of the file.
  /// - Returns: whether the copy is used in place.
  /// - Throws: as reading, parsing and adding a bundle; the path is the source.
  package static func add(
    _ path: Text, cache: Text?, lng: Text, ns: Text, to translator: Translator,
    mode: Translator.BundleMode
  ) throws(Diagnostic) -> Bool {
    let snapshot = translator.snapshot
    let file = FilePath(path)
    return try path.asSource { () throws(Diagnostic) in
      let content = try File.read(path, maximumBytes: snapshot.options.limits.maxCatalogBytes)
      let job = CachedBundle(
        content: content, lng: lng, ns: ns, snapshot: snapshot, source: SourceMark(of: content))
      let copies = CatalogCache(directory: CacheDirectory(cache ?? file.folder))
      let name = job.fileName(file.name)
      guard let archive = copies.kept(job, name) ?? (try? copies.make(job, name)) else {
        // A copy that cannot be made is never a reason to refuse the file.
        try translator.addBundle(content, lng: lng, ns: ns, mode: mode)
        return false
      }
      return try translator.addArchive(archive, lngs: nil, mode: mode) == 1
    }
  }

  private func make(_ job: CachedBundle, _ file: Text) throws(Diagnostic) -> CatalogArchive {
    let bytes = try job.compile()
    // A file that cannot be kept is used all the same.
    if (try? directory.write(bytes, to: file)) != nil, let kept = kept(job, file) { return kept }
    let memory = bytes.bytes.withUnsafeBytes { MemoryRegion(copying: $0) }
    return try CatalogCompiler.open(memory, isDeferred: false)
  }

  /// nil when there is no copy, or it cannot be used: it is made again then.
  private func kept(_ job: CachedBundle, _ file: Text) -> CatalogArchive? {
    guard let memory = try? MappedFile.open(directory.path + "/" + file),
      let archive = try? CatalogCompiler.open(memory, isDeferred: false), job.fits(archive)
    else { return nil }
    return archive
  }
}

/// A JSON file, and the compiled copy that belongs to it.
private struct CachedBundle {
  let content: Text
  let lng: Text
  let ns: Text
  let snapshot: Snapshot
  let source: SourceMark

  /// One for each language, namespace and way to compile, so that translators with other options
  /// do not take turns in making the copy.
  func fileName(_ name: Text) -> Text {
    let mark = Checksum.of(CatalogCompiler.signature(of: snapshot.options))
    return CacheDirectory.fileName(
      name + "." + lng + "." + ns, "-" + Hexadecimal.text(of: mark) + ".calque")
  }

  /// Whether a file is the copy of this content.
  func fits(_ archive: CatalogArchive) -> Bool {
    archive.source == source && archive.format == snapshot.options.format.rawValue
      && archive.schema == snapshot.options.schema && archive.catalogs.count == 1
      && archive.catalogs[0].lng == lng && archive.catalogs[0].ns == ns
  }

  func compile() throws(Diagnostic) -> Text {
    let bundle = Bundle(lng: lng, ns: ns, tree: try snapshot.options.tree(of: content))
    return try CatalogCompiler.compile([bundle], options: snapshot.options, source: source)
  }
}
