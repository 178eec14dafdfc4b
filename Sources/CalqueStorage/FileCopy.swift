package import CalqueBase

/// A file read into memory: what becomes of the file afterwards makes no difference.
package enum FileCopy {
  /// - Throws: `io` when it cannot be read or is no regular file, `corrupt` when it is empty.
  package static func read(_ path: Text) throws(Diagnostic) -> HeapRegion {
    let content = try File.read(path, maximumBytes: Int.max)
    guard !content.isEmpty else { throw Diagnostic(.corrupt, "the file is empty") }
    return content.bytes.withUnsafeBytes { HeapRegion(copying: $0) }
  }
}
