import CPlatform
import CalqueBase

/// Memory for the texts and tables that are needed while a formatter is made. They have no owners,
/// need no counting, and are all given back at once.
final class TextArena {
  private static let size = 8192

  private let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
  // By its address: a text that is being put together takes room, and so do those that it asks for.
  private let arena = UnsafeMutablePointer<Arena>.allocate(capacity: 1)

  init() { arena.initialize(to: Arena(block, Self.size)) }

  deinit {
    arena.pointee.free()
    arena.deallocate()
    block.deallocate()
  }

  /// Zeroed memory for so many bytes.
  @inline(never)
  func bytes(_ count: Int) -> UnsafeMutableRawPointer {
    let place = arena.pointee.take(count)
    memset(place, 0, count)
    return place
  }

  @inline(never)
  func keep(_ bytes: Bytes) -> Bytes {
    let place = arena.pointee.take(UInt8.self, bytes.count)
    if let from = bytes.baseAddress { memcpy(place, from, bytes.count) }
    return Bytes(start: place, count: bytes.count)
  }

  @inline(never)
  func keep(_ text: Text) -> Bytes { text.bytes.withUnsafeBufferPointer(keep) }

  /// Keeps what is appended to an output.
  @inline(never)
  func text(_ body: (inout Output) -> Void) -> Bytes {
    var output = Output(in: arena)
    body(&output)
    return output.bytes
  }
}
