import CPlatform
package import CalqueBase

/// A file mapped for reading: its pages are shared with all processes that map it.
///
/// Writers must replace it, as `AtomicFile` does: a file that is cut short while it is mapped ends
/// the process, and one that is written over is no longer the one that was checked.
package final class MappedFile: MemoryRegion {
  // Unchecked: set by the initializer alone, and read-only memory.
  nonisolated(unsafe) package let start: UnsafeRawPointer
  package let count: Int

  // No initializer that throws: Embedded Swift does not free the object then.
  private init(_ start: UnsafeRawPointer, _ count: Int) {
    self.start = start
    self.count = count
  }

  /// - Throws: `io` when it cannot be read or is not a regular file, `corrupt` when it is empty.
  package static func open(_ path: Text) throws(Diagnostic) -> MappedFile {
    let descriptor = try path.withPath { calque_platform_open_read($0) }
    guard descriptor >= 0 else { throw SystemError.diagnostic("cannot open the file", path) }
    defer { close(descriptor) }
    let size = calque_platform_file_size(descriptor)
    guard size >= 0, let count = Int(exactly: size) else {
      throw Diagnostic(.io, "not a regular file", source: path)
    }
    guard count > 0 else { throw Diagnostic(.corrupt, "the file is empty", source: path) }
    guard let start = calque_platform_map(descriptor, count) else {
      throw SystemError.diagnostic("cannot map the file", path)
    }
    return MappedFile(start, count)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: start), count) }
}

/// A file read into memory; later changes of the file have no effect.
package enum FileCopy {
  /// - Throws: `io` when it cannot be read or is not a regular file, `corrupt` when it is empty.
  package static func read(_ path: Text) throws(Diagnostic) -> HeapRegion {
    let content = try File.read(path, maximumBytes: Int.max)
    guard !content.isEmpty else {
      throw Diagnostic(.corrupt, "the file is empty", source: path)
    }
    return content.bytes.withUnsafeBytes { HeapRegion(copying: $0) }
  }
}
