import CPlatform
package import CalqueBase

/// Reading whole files.
package enum File {
  /// Reads a regular file.
  ///
  /// - Throws: `io` when it cannot be read or is not a regular file, `limitExceeded` when it is larger
  ///   than `maximumBytes`.
  package static func read(_ path: Text, maximumBytes: Int) throws(Diagnostic) -> Text {
    guard let content = try readIfPresent(path, maximumBytes: maximumBytes) else {
      throw SystemError.diagnostic("cannot open the file", path)
    }
    return content
  }

  /// Reads a regular file; nil if it does not exist. Otherwise as the other `read`.
  package static func readIfPresent(
    _ path: Text, maximumBytes: Int
  ) throws(Diagnostic) -> Text? {
    try opened(path) { (descriptor, size) throws(Diagnostic) in
      guard size <= Int64(maximumBytes) else {
        throw Diagnostic(.limitExceeded, "the file exceeds the size limit")
      }
      return try read(descriptor, expected: Int(size), maximumBytes)
    }
  }

  /// Opens a regular file for as long as `body` reads it; nil if it does not exist.
  ///
  /// - Throws: `io`.
  static func opened<Result>(
    _ path: Text, _ body: (_ descriptor: Int32, _ size: Int64) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result? {
    let descriptor = try path.withPath { calque_platform_open_read($0) }
    guard descriptor >= 0 else {
      if [ENOENT, ENOTDIR].contains(calque_platform_errno()) { return nil }
      throw SystemError.diagnostic("cannot open the file", path)
    }
    defer { close(descriptor) }
    return try path.asSource { () throws(Diagnostic) in
      let size = calque_platform_file_size(descriptor)
      guard size >= 0 else { throw Diagnostic(.io, "not a regular file") }
      return try body(descriptor, size)
    }
  }

  /// Reads to the end, also when the file changes its size meanwhile.
  private static func read(
    _ descriptor: Int32, expected: Int, _ maximumBytes: Int
  ) throws(Diagnostic) -> Text {
    var bytes = [UInt8](repeating: 0, count: expected + 1)
    var length = 0
    while true {
      guard let filled = fill(&bytes, length, descriptor) else {
        throw SystemError.diagnostic("the file cannot be read")
      }
      length = filled
      if length < bytes.count { break }
      guard length <= maximumBytes else {
        throw Diagnostic(.limitExceeded, "the file exceeds the size limit")
      }
      bytes.append(contentsOf: [UInt8](repeating: 0, count: length))
    }
    bytes.removeLast(bytes.count - length)
    return Text(bytes)
  }

  /// Reads until the bytes behind the first `start` are filled, or the file ends.
  ///
  /// - Returns: how many bytes there are then; nil when reading failed.
  fileprivate static func fill(_ bytes: inout [UInt8], _ start: Int, _ descriptor: Int32) -> Int? {
    var length = start
    while length < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        CPlatform.read(descriptor, buffer.baseAddress.map { $0 + length }, buffer.count - length)
      }
      if count < 0, calque_platform_errno() == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      length += count
    }
    return length
  }
}

extension FileFacts {
  /// Reads the start of a regular file of this machine.
  package init(of path: Text) {
    let facts = Result { () throws(Diagnostic) in
      try File.opened(path) { descriptor, size in
        var start = [UInt8](repeating: 0, count: Int(min(size, Int64(Self.startLength))))
        let isWhole = File.fill(&start, 0, descriptor) == start.count
        return isWhole ? FileFacts.readable(size: size, start: start) : .unreadable
      }
    }
    switch facts {
    case .success(let facts): self = facts ?? .missing
    case .failure: self = .unreadable
    }
  }
}

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
