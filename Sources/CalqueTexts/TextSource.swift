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

extension TextPlace: Comparable {
  public static func < (left: TextPlace, right: TextPlace) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A local text.
package struct LocalText: Sendable {
  package var text: Text
  package var version: Version
  /// Where it was taken from; `cache` for one of an earlier run.
  package var place: TextPlace
}

/// The result of asking for a text.
package struct TextAnswer: Sendable {
  /// nil when there is none.
  package var local: LocalText?
  /// Why the text is not known to be the latest, or why there is none; nil when it is the latest.
  package var failure: Diagnostic?

  package init(local: LocalText?, failure: Diagnostic?) {
    self.local = local
    self.failure = failure
  }
}

/// A version of a text that is higher than all before it.
package struct VersionIncrease: Sendable {
  package var source: TextSource
  package var version: Version
  package var previous: Version
}
