import CPlatform
import CalqueBase

/// The texts that a formatter puts around what it is given, in one piece of memory: appending one
/// counts no references.
final class Phrases: @unchecked Sendable {
  // Unchecked: written by the initializer alone.
  private let bytes: UnsafeMutablePointer<UInt8>
  private let size: Int
  /// Where each text ends, behind a zero.
  private let ends: UnsafeMutablePointer<Int>

  init(_ list: PhraseList) {
    size = list.bytes.count
    // Whole words are moved: see `Output.append(padded:)`.
    bytes = .allocate(capacity: list.bytes.count &+ Output.wide)
    bytes.initialize(repeating: 0, count: list.bytes.count &+ Output.wide)
    for (place, byte) in list.bytes.enumerated() { bytes[place] = byte }
    ends = .allocate(capacity: list.ends.count)
    for (place, end) in list.ends.enumerated() { (ends + place).initialize(to: end) }
  }

  deinit {
    bytes.deallocate()
    ends.deallocate()
  }

  /// Bytes of a text.
  func count(_ place: Int) -> Int { ends[place &+ 1] &- ends[place] }

  @inline(never)
  func append(_ place: Int, to output: inout Output) {
    let (start, end) = (ends[place], ends[place &+ 1])
    if start != end { output.append(padded: bytes + start, end &- start) }
  }

  /// Whether all bytes pass a test.
  func hasOnly(_ test: (UInt8) -> Bool) -> Bool {
    for place in 0..<size where !test(bytes[place]) { return false }
    return true
  }

  /// Whether an affix is a whole text: `two seconds` has no number in it.
  func isWhole(_ place: Int) -> Bool {
    count(place &+ 1) == 1 && bytes[ends[place &+ 1]] == PhraseList.whole
  }
}

/// Texts while they are gathered.
struct PhraseList {
  /// Stands in place of a suffix; no text has this byte.
  static let whole: UInt8 = 0xFF

  fileprivate(set) var bytes: [UInt8] = []
  fileprivate(set) var ends = [0]

  /// The place of the next text.
  var next: Int { ends.count &- 1 }

  @inline(never)
  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Adds to the text that is next.
  @inline(never)
  mutating func append(_ text: Bytes) {
    for byte in text { bytes.append(byte) }
  }

  /// Ends a text.
  @inline(never)
  mutating func close() { ends.append(bytes.count) }

  @inline(never)
  mutating func add(_ text: Bytes) {
    append(text)
    close()
  }

  /// Adds what a pattern has before and behind `{0}`, as two texts.
  @inline(never)
  mutating func add(around pattern: Bytes) {
    let place = pattern.firstIndex(of: "{0}")
    add(pattern.part(0, place ?? pattern.count))
    if let place { append(pattern.part(place &+ 3, pattern.count)) } else { append(Self.whole) }
    close()
  }
}
