import CalqueBase
import CalqueJSON
import CalqueStorage

/// Texts that are installed with a program: `<lang>.lproj/<file>` with `{ns: tree}`.
struct LanguageBundles: Sendable {
  /// Where the `.lproj` directories are.
  private let directory: Text
  private let fileName: Text
  private let reading: TreeReading

  init(_ directory: Text, _ fileName: Text, _ reading: TreeReading) {
    self.directory = directory.isEmpty ? "." : directory
    self.fileName = fileName
    self.reading = reading
  }

  /// The namespaces of a language with the path and size of the file; nil when there is no file.
  ///
  /// A file name without its extension is found too.
  ///
  /// - Throws: `io`, `limitExceeded`, `invalidJSON` and the like, naming the file.
  func read(_ lng: Text) throws(Diagnostic) -> LocalContent? {
    try PathTemplate.check(lng, isURL: false)
    for name in [fileName, fileName + ".json"] {
      let path = directory + "/" + lng + ".lproj/" + name
      guard let content = try File.readIfPresent(path, maximumBytes: reading.limits.maximumBytes)
      else { continue }
      let tree = try path.asSource { () throws(Diagnostic) in try reading.object(content) }
      return LocalContent(
        trees: TreeReading.trees(tree), path: path, bytes: content.count)
    }
    return nil
  }
}

/// Namespaces that were read from one file.
struct LocalContent: Sendable {
  let trees: TextTable<Members>
  let path: Text
  let bytes: Int
}
