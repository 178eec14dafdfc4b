import CPlatform
package import CalqueBase

/// A file mapped for reading: its pages are shared with all processes that map it.
///
/// Writers must replace it, as `AtomicFile` does: a file that is cut short while it is mapped ends
/// the process, and one that is written over is no longer the one that was checked.
package enum MappedFile {
  /// - Throws: `io` when it cannot be read or is not a regular file, `corrupt` when it is empty.
  package static func open(_ path: Text) throws(Diagnostic) -> MemoryRegion {
    let file = try File.opened(path) { (descriptor, size) throws(Diagnostic) in
      guard size > 0 else { throw Diagnostic(.corrupt, "the file is empty") }
      guard let start = calque_platform_map(descriptor, Int(clamping: size)) else {
        throw SystemError.diagnostic("cannot map the file", path)
      }
      return MemoryRegion(start, Int(clamping: size)) {
        munmap(UnsafeMutableRawPointer(mutating: $0), $1)
      }
    }
    guard let file else { throw SystemError.diagnostic("cannot open the file", path) }
    return file
  }
}

/// A file read into memory; later changes of the file have no effect.
package enum FileCopy {
  /// - Throws: `io` when it cannot be read or is not a regular file, `corrupt` when it is empty.
  package static func read(_ path: Text) throws(Diagnostic) -> MemoryRegion {
    let content = try File.read(path, maximumBytes: Int.max)
    guard !content.isEmpty else {
      throw Diagnostic(.corrupt, "the file is empty", source: path)
    }
    return content.bytes.withUnsafeBytes { MemoryRegion(copying: $0) }
  }
}
