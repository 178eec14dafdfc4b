import CPlatform
package import CalqueBase

/// The size of a file and its first bytes.
package enum FileStart: Sendable {
  case missing
  case unreadable
  case readable(size: Int64, start: [UInt8])

  /// Reads up to `limit` bytes of a regular file.
  package init(of path: Text, limit: Int) {
    let bytes = path.bytes + [0]
    let descriptor = bytes.withUnsafeBytes { raw in
      calque_platform_open_read(raw.baseAddress?.assumingMemoryBound(to: CChar.self))
    }
    guard descriptor >= 0 else {
      self = [ENOENT, ENOTDIR].contains(calque_platform_errno()) ? .missing : .unreadable
      return
    }
    defer { close(descriptor) }
    let size = calque_platform_file_size(descriptor)
    var start = [UInt8](repeating: 0, count: max(0, Int(clamping: min(size, Int64(limit)))))
    var filled = 0
    while filled < start.count {
      let got = start.withUnsafeMutableBytes { raw in
        read(descriptor, raw.baseAddress.map { $0 + filled }, raw.count - filled)
      }
      if got <= 0 { break }
      filled += got
    }
    guard size >= 0, filled == start.count else {
      self = .unreadable
      return
    }
    self = .readable(size: size, start: start)
  }
}
