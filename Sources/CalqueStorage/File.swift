package import CalqueBase
import CPlatform

/// Reading whole files.
package enum File {
  /// Reads a regular file.
  ///
  /// - Throws: `io` when it cannot be read or is not a regular file, `limitExceeded` when it is larger
  ///   than `maximumBytes`.
  package static func read(_ path: Text, maximumBytes: Int) throws(Diagnostic) -> Text {
    let descriptor = try path.withPath { calque_platform_open_read($0) }
    guard descriptor >= 0 else { throw SystemError.diagnostic("the file cannot be opened") }
    return try read(opened: descriptor, maximumBytes)
  }

  /// Reads a regular file; nil if it does not exist. Otherwise as the other `read`.
  package static func readIfPresent(
    _ path: Text, maximumBytes: Int
  ) throws(Diagnostic) -> Text? {
    let descriptor = try path.withPath { calque_platform_open_read($0) }
    guard descriptor >= 0 else {
      if [ENOENT, ENOTDIR].contains(calque_platform_errno()) { return nil }
      throw SystemError.diagnostic("the file cannot be opened", path)
    }
    return try path.asSource { () throws(Diagnostic) in
      try read(opened: descriptor, maximumBytes)
    }
  }

  private static func read(
    opened descriptor: Int32, _ maximumBytes: Int
  ) throws(Diagnostic) -> Text {
    defer { close(descriptor) }
    let size = calque_platform_file_size(descriptor)
    guard size >= 0 else { throw Diagnostic(.io, "not a regular file") }
    guard size <= Int64(maximumBytes) else {
      throw Diagnostic(.limitExceeded, "the file is larger than the limit on its bytes")
    }
    return try read(descriptor, expected: Int(size), maximumBytes)
  }

  /// Reads to the end, also when the file changes its size meanwhile.
  private static func read(
    _ descriptor: Int32, expected: Int, _ maximumBytes: Int
  ) throws(Diagnostic) -> Text {
    var bytes = [UInt8](repeating: 0, count: expected + 1)
    var length = 0
    while true {
      let count = bytes.withUnsafeMutableBytes { buffer in
        CPlatform.read(descriptor, buffer.baseAddress.map { $0 + length }, buffer.count - length)
      }
      if count < 0, calque_platform_errno() == EINTR { continue }
      guard count >= 0 else { throw SystemError.diagnostic("the file cannot be read") }
      length += count
      if count == 0 { break }
      guard length <= maximumBytes else {
        throw Diagnostic(.limitExceeded, "the file is larger than the limit on its bytes")
      }
      if length == bytes.count { bytes.append(contentsOf: [UInt8](repeating: 0, count: length)) }
    }
    bytes.removeLast(bytes.count - length)
    return Text(bytes)
  }
}
