import CPlatform
import CalqueBase

/// The texts that a formatter puts around what it is given, gathered in one piece of memory:
/// appending one counts no references.
final class Phrases: @unchecked Sendable {
  // Unchecked: written while a formatter is made.

  /// Stands in place of a suffix; no text has this byte.
  private static let whole: UInt8 = 0xFF

  private var bytes = ByteBuffer(capacity: 0)
  /// Where each text ends, behind a zero.
  private let ends = Numbers()

  init() { ends.append(0) }

  deinit { bytes.deallocate() }

  // MARK: Gathering

  /// The place of the next text.
  var next: Int { ends.count &- 1 }

  /// Bytes of all texts.
  var count: Int { bytes.count }

  /// The last byte that was added.
  var last: UInt8 { bytes.bytes.last ?? 0 }

  /// Adds to the text that is next.
  @inline(never)
  func append(_ byte: UInt8) { bytes.extend(by: 1).storeBytes(of: byte, as: UInt8.self) }

  /// Adds to the text that is next.
  @inline(never)
  func append(_ text: Bytes) { bytes.append(text) }

  /// Ends a text.
  @inline(never)
  func close() {
    let size = bytes.count
    ends.append(size)
    // Whole words are moved: see `Output.append(padded:)`.
    memset(bytes.extend(by: Output.wide), 0, Output.wide)
    bytes.truncate(to: size)
  }

  @inline(never)
  func add(_ text: Bytes) {
    append(text)
    close()
  }

  /// Adds what a pattern has before and behind `{0}`, as two texts.
  @inline(never)
  func add(around pattern: Bytes) {
    let place = pattern.firstIndex(of: "{0}")
    add(pattern.part(0, place ?? pattern.count))
    if let place { append(pattern.part(place &+ 3, pattern.count)) } else { append(Self.whole) }
    close()
  }

  /// Adds what a pattern of two has before, between and behind its texts.
  @inline(never)
  func add(between pattern: Bytes) {
    let first = pattern.firstIndex(of: "{0}") ?? 0
    let second = pattern.firstIndex(of: "{1}") ?? pattern.count
    add(pattern.part(0, first))
    add(pattern.part(first &+ 3, second))
    add(pattern.part(second &+ 3, pattern.count))
  }

  // MARK: Reading

  /// A text, valid until more are added.
  @inline(never)
  func text(_ place: Int) -> Bytes { bytes.bytes.part(ends[place], ends[place &+ 1]) }

  /// Bytes of a text.
  @inline(never)
  func count(_ place: Int) -> Int { ends[place &+ 1] &- ends[place] }

  @inline(never)
  func append(_ place: Int, to output: inout Output) {
    let (start, end) = (ends[place], ends[place &+ 1])
    if start == end { return }
    output.append(padded: (bytes.start + start).assumingMemoryBound(to: UInt8.self), end &- start)
  }

  /// Whether there are letters, digits, spaces, `%`, `+` to `.` and `:` alone, and characters beyond
  /// ASCII.
  @inline(never)
  var isSafe: Bool {
    for byte in bytes.bytes
    where byte < 0x80 && byte != 0x20 && byte != 0x25 && byte &- 0x2B >= 4 && byte &- 0x30 >= 11
      && (byte | 0x20) &- 0x61 >= 26
    {
      return false
    }
    return true
  }

  /// Whether an affix is a whole text: `two seconds` has no number in it.
  @inline(never)
  func isWhole(_ place: Int) -> Bool { text(place &+ 1).first == Self.whole }
}

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
