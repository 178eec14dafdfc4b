package import CalqueBase

/// The parts of a path.
package struct FilePath {
  package let path: Text

  package init(_ path: Text) { self.path = path }

  private var lastSlash: Int? { path.bytes.lastIndex(of: 0x2F) }

  /// The folder of a file, without the slash behind it: "." when the path names none.
  package var folder: Text { lastSlash.map { path.part(0, max(1, $0)) } ?? "." }

  /// The part after the last slash.
  package var name: Text { lastSlash.map { path.part($0 + 1) } ?? path }
}
