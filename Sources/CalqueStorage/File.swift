package import CalqueBase
import CPlatform

/// Files, whole.
package enum File {
  /// Reads a regular file.
  ///
  /// - Parameter path: ends in NUL; any bytes.
  /// - Throws: `io` when it cannot be read or is no regular file, `limitExceeded` when it is larger
  ///   than `maximumBytes`.
  package static func read(
    _ path: UnsafePointer<CChar>, maximumBytes: Int
  ) throws(Diagnostic) -> Text {
    let descriptor = calque_platform_open_read(path)
    guard descriptor >= 0 else { throw failure("the file cannot be opened") }
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
      guard count >= 0 else { throw failure("the file cannot be read") }
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

  /// A failure with the system's words for it.
  private static func failure(_ what: Text) -> Diagnostic {
    var reason = [CChar](repeating: 0, count: 128)
    let code = calque_platform_errno()
    reason.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { calque_platform_error_text(code, start, buffer.count) }
    }
    let words = Text(reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    return Diagnostic(.io, what + ": " + words)
  }
}
