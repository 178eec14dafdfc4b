package import CalqueBase

/// The contents of one resource file: the texts of a language and a namespace.
package struct FileName: Sendable, Equatable {
  package let lng: Text
  package let ns: Text

  package init(_ lng: Text, _ ns: Text) {
    self.lng = lng
    self.ns = ns
  }

  /// As a name in a table. No language code has a NUL.
  var key: Text { lng + "\u{0}" + ns }
}

/// A resource file that arrived.
package struct LoadedFile: Sendable {
  package let name: FileName
  package let tree: Members
}
