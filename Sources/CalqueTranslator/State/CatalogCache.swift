package import CalqueBase
import CalqueCatalog
import CalqueStorage

/// Compiled copies of JSON files: a copy saves parsing, and is never needed.
package enum CatalogCache {
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
    return try path.asSource { () throws(Diagnostic) in
      let content = try File.read(path, maximumBytes: snapshot.options.limits.maxCatalogBytes)
      guard let copy = copy(of: content, FilePath(path), in: cache, lng, ns, snapshot) else {
        // A copy that cannot be made is never a reason to refuse the file.
        try translator.addBundle(content, lng: lng, ns: ns, mode: mode)
        return false
      }
      return try translator.addArchive(copy, lngs: nil, mode: mode).inPlace == 1
    }
  }

  /// The copy of a file, made anew where there is none that can be used; nil when it cannot be made.
  private static func copy(
    of content: Text, _ file: FilePath, in cache: Text?, _ lng: Text, _ ns: Text,
    _ snapshot: Snapshot
  ) -> CatalogArchive? {
    let source = SourceMark(of: content)
    let directory = CacheDirectory(cache ?? file.folder)
    // One for each language, namespace and way to compile, so that translators with other options do
    // not take turns in making the copy. A file of no catalogs tells the way.
    let mark = Checksum.of(CatalogCompiler.bytes(of: [], snapshot.options))
    let name = CacheDirectory.fileName(
      "\(file.name).\(lng).\(ns)", "-\(Hexadecimal.text(of: mark)).calque")
    func kept() -> CatalogArchive? {
      guard let memory = try? MappedFile.open("\(directory.path)/\(name)"),
        let archive = try? CatalogCompiler.open(memory, isDeferred: false),
        archive.source == source, archive.format == snapshot.options.format.rawValue,
        archive.schema == snapshot.options.schema, archive.catalogs.count == 1,
        archive.catalogs[0].lng == lng, archive.catalogs[0].ns == ns
      else { return nil }
      return archive
    }
    if let kept = kept() { return kept }
    let made = try? content.withBytes { json throws(Diagnostic) in
      try snapshot.options.catalog(of: json)
    }
    guard let made else { return nil }
    let bytes = CatalogCompiler.bytes(of: [(lng, ns, made)], snapshot.options, source: source)
    // A file that cannot be kept is used all the same.
    if (try? directory.write(bytes, to: name)) != nil, let kept = kept() { return kept }
    let memory = bytes.bytes.withUnsafeBytes { MemoryRegion(copying: $0) }
    return try? CatalogCompiler.open(memory, isDeferred: false)
  }
}
