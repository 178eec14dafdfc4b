import CPlatform

/// A text in which parts are replaced one after another: a gap buffer in an arena. A replacement costs
/// as much as the bytes between it and the previous one.
package struct SplicedText {
  private let arena: UnsafeMutablePointer<Arena>
  private var start: UnsafeMutablePointer<UInt8>
  private var room: Int
  /// Where the unused bytes end, which begin at the place.
  private var end: Int
  /// The offset at which the next part is replaced.
  package private(set) var place = 0

  /// - Parameter arena: outlives the text.
  package init(_ text: Bytes, in arena: UnsafeMutablePointer<Arena>) {
    self.arena = arena
    room = 2 &* text.count &+ 64
    // Eight bytes must be readable at any place of a text.
    start = arena.pointee.take(UInt8.self, room &+ 8)
    end = room &- text.count
    if let from = text.baseAddress { Word.copy(from, to: start + end, text.count) }
  }

  package var count: Int { place &+ room &- end }

  /// The bytes before the place, which last as long as nothing is replaced.
  package var front: Bytes { Bytes(start: start, count: place) }

  /// The bytes after the place, as long as nothing is replaced.
  package var back: Bytes { Bytes(start: start + end, count: room &- end) }

  package var text: Text { Text(front) + Text(back) }

  /// The text; the place is at its end.
  package mutating func whole() -> Bytes {
    move(to: count)
    return front
  }

  /// Moves the place to an offset in the text; offsets outside are clamped to it.
  @inline(never)
  package mutating func move(to offset: Int) {
    let (target, size) = (min(max(offset, 0), count), end &- place)
    if target < place {
      memmove(start + target + size, start + target, place &- target)
    } else {
      memmove(start + place, start + end, target &- place)
    }
    (place, end) = (target, target &+ size)
  }

  /// Replaces bytes after the place, and moves the place to the end of the replacement, which is none of
  /// this text.
  @inline(never)
  package mutating func replace(_ count: Int, with text: Bytes) {
    end = min(end &+ max(count, 0), room)
    if text.count > end &- place { grow(by: text.count) }
    guard let from = text.baseAddress else { return }
    Word.copy(from, to: start + place, text.count)
    place &+= text.count
  }

  /// Doubling the room keeps the total cost of moves proportional to the texts.
  private mutating func grow(by added: Int) {
    let (larger, kept) = (2 &* room &+ added, room &- end)
    let memory = arena.pointee.take(UInt8.self, larger &+ 8)
    memcpy(memory, start, place)
    memcpy(memory + (larger &- kept), start + end, kept)
    (start, room, end) = (memory, larger, larger &- kept)
  }
}
