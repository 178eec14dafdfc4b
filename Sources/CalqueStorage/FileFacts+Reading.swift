import CPlatform
package import CalqueBase

extension FileFacts {
  /// Reads the start of a regular file of this machine.
  package init(of path: Text) {
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
    let length = Int(clamping: max(0, min(size, Int64(Self.startLength))))
    var start = [UInt8](repeating: 0, count: length)
    var filled = 0
    while filled < start.count {
      let got = start.withUnsafeMutableBytes { raw in
        read(descriptor, raw.baseAddress.map { $0 + filled }, raw.count - filled)
      }
      if got <= 0 { break }
      filled += got
    }
    self = size >= 0 && filled == length ? .readable(size: size, start: start) : .unreadable
  }
}
