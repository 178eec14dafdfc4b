package import CalqueBase

/// A registered text, and its sources.
package struct TextSource: Sendable {
  package var identifier: Text
  /// A file, in the resource bundle unless the path is absolute; nil for none.
  package var bundleFile: Text?
  /// A URL; nil for none.
  package var remoteFile: Text?
  /// The only digest that a text may have, wherever it comes from; nil for any.
  package var sha256: SHA256?

  package init(
    identifier: Text, bundleFile: Text? = nil, remoteFile: Text? = nil, sha256: SHA256? = nil
  ) {
    self.identifier = identifier
    self.bundleFile = bundleFile
    self.remoteFile = remoteFile
    self.sha256 = sha256
  }

  func accepts(_ text: Text) -> Bool {
    guard let sha256 else { return true }
    return SHA256(of: text) == sha256
  }
}

/// The source of the versions of texts.
package struct VersionSource: Sendable {
  /// A file, in the resource bundle unless the path is absolute; nil for none.
  package var bundleFile: Text?
  /// A URL; nil for none.
  package var remoteFile: Text?

  package init(bundleFile: Text? = nil, remoteFile: Text? = nil) {
    self.bundleFile = bundleFile
    self.remoteFile = remoteFile
  }
}
