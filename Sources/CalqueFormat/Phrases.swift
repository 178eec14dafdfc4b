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
    add(pattern.slice(0, place ?? pattern.count))
    if let place { append(pattern.slice(place &+ 3, pattern.count)) } else { append(Self.whole) }
    close()
  }

  /// Adds what a pattern of two has before, between and behind its texts.
  @inline(never)
  func add(between pattern: Bytes) {
    let first = pattern.firstIndex(of: "{0}") ?? 0
    let second = pattern.firstIndex(of: "{1}") ?? pattern.count
    add(pattern.slice(0, first))
    add(pattern.slice(first &+ 3, second))
    add(pattern.slice(second &+ 3, pattern.count))
  }

  // MARK: Reading

  /// A text, valid until more are added.
  @inline(never)
  func text(_ place: Int) -> Bytes { bytes.bytes.slice(ends[place], ends[place &+ 1]) }

  /// Bytes of a text.
  @inline(never)
  func count(_ place: Int) -> Int { ends[place &+ 1] &- ends[place] }

  @inline(never)
  func append(_ place: Int, to output: inout Output) {
    let (start, end) = (ends[place], ends[place &+ 1])
    if start == end { return }
    output.append(
      padded: (bytes.start + start).assumingMemoryBound(to: UInt8.self), end &- start)
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
