import CZlib
import CalqueBase

/// Decompresses a body of gzip as it arrives.
///
/// libcurl does that, too, but takes a body that is cut for a whole one.
final class Gunzip {
  private let stream: UnsafeMutablePointer<z_stream>
  private let room: UnsafeMutablePointer<UInt8>
  private static var size: Int { 16 << 10 }
  /// Whether the last byte ended the compressed data.
  private(set) var isWhole = false

  // Embedded Swift does not free an object whose designated initializer gives up.
  /// nil when there is no memory for it.
  static func made() -> Gunzip? {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard calque_zlib_start(stream) == Z_OK else {
      stream.deallocate()
      return nil
    }
    return Gunzip(stream)
  }

  private init(_ stream: UnsafeMutablePointer<z_stream>) {
    self.stream = stream
    room = .allocate(capacity: Self.size)
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    room.deallocate()
  }

  /// Decompresses bytes, and passes on what comes of them part by part.
  ///
  /// - Parameter pass: false stops it.
  /// - Returns: false when the data are damaged or `pass` stopped it.
  func append(
    _ bytes: UnsafeBufferPointer<UInt8>, _ pass: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
    stream.pointee.avail_in = UInt32(clamping: bytes.count)
    while true {
      if isWhole {
        guard stream.pointee.avail_in > 0 else { return true }
        // Several files of gzip may follow each other.
        guard inflateReset(stream) == Z_OK else { return false }
        isWhole = false
      }
      var count = 0
      let code = calque_zlib_next(stream, room, Self.size, &count)
      guard count == 0 || pass(UnsafeBufferPointer(start: room, count: count)) else { return false }
      switch code {
      case Z_STREAM_END: isWhole = true
      // Nothing is left to read, or nothing that could be written yet.
      case Z_BUF_ERROR: return true
      case Z_OK: if stream.pointee.avail_in == 0, count < Self.size { return true }
      default: return false
      }
    }
  }
}
