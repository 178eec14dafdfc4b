import CPlatform
import CalqueBase

/// Memory for the texts and tables that are needed while a formatter is made. They have no owners, need
/// no counting, and are all given back at once.
final class TextArena {
  private static let size = 8192
  private static let alignment = 8

  /// The newest piece, which begins with the address of the one before.
  private var piece: UnsafeMutableRawPointer?
  private var used = 0
  private var room = 0

  deinit { forget() }

  /// Gives everything back.
  func forget() {
    while let last = piece {
      piece = last.load(as: UnsafeMutableRawPointer?.self)
      last.deallocate()
    }
    (used, room) = (0, 0)
  }

  /// Zeroed memory for so many bytes.
  @inline(never)
  func bytes(_ count: Int) -> UnsafeMutableRawPointer {
    let wanted = (count &+ Self.alignment &- 1) & ~(Self.alignment &- 1)
    if wanted > room &- used || piece == nil { grow(wanted) }
    // `grow` left a piece with enough room.
    let place = piece.unsafelyUnwrapped + used
    used &+= wanted
    return place
  }

  private func grow(_ wanted: Int) {
    room = max(Self.size, wanted &+ Self.alignment)
    let new = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: Self.alignment)
    memset(new, 0, room)
    new.storeBytes(of: piece, as: UnsafeMutableRawPointer?.self)
    piece = new
    used = Self.alignment
  }

  @inline(never)
  func keep(_ bytes: Bytes) -> Bytes { text { $0.append(bytes) } }

  @inline(never)
  func keep(_ text: Text) -> Bytes { text.bytes.withUnsafeBufferPointer(keep) }

  /// Keeps what is appended to an output. It is called again when there was no room for all.
  @inline(never)
  func text(_ body: (inout Output) -> Void) -> Bytes {
    var needed = 0
    while true {
      if piece == nil || room &- used <= needed { grow(needed &+ 1) }
      // As in `bytes`: there is a piece.
      let place = piece.unsafelyUnwrapped + used
      var output = Output(place, capacity: room &- used)
      body(&output)
      guard output.isTruncated else {
        used &+= (output.length &+ Self.alignment &- 1) & ~(Self.alignment &- 1)
        used = min(used, room)
        return Bytes(start: place.assumingMemoryBound(to: UInt8.self), count: output.length)
      }
      needed = output.length
    }
  }
}
