import CalqueBase

/// Texts with numbers, by open addressing. Trivial: its owner frees it.
struct TextNumbers {
  private struct Entry {
    let mark: UInt64
    let text: Bytes
    let number: Int
  }

  private var slots: UnsafeMutablePointer<Entry?>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 256
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: nil, count: capacity)
  }

  func free() { slots.deallocate() }

  @inline(__always)
  private static func mark(_ text: Bytes) -> UInt64 {
    guard let start = text.baseAddress else { return 0 }
    return text.count <= 8 ? Word.short(start, text.count) : KeyHash(start, text.count).value
  }

  @inline(__always)
  private func place(_ mark: UInt64) -> Int {
    Int(truncatingIfNeeded: (mark &* 0x9E37_79B9_7F4A_7C15) >> 40) & (capacity &- 1)
  }

  /// nil for a text that was not added.
  @inline(__always)
  func number(_ text: Bytes) -> Int? {
    let mark = Self.mark(text)
    var place = place(mark)
    while let entry = slots[place] {
      // The mark of a short text is all of it.
      if entry.mark == mark, entry.text.count == text.count,
        text.count <= 8 || Self.areSame(entry.text, text)
      {
        return entry.number
      }
      place = (place &+ 1) & (capacity &- 1)
    }
    return nil
  }

  @inline(__always)
  private static func areSame(_ left: Bytes, _ right: Bytes) -> Bool {
    guard let first = left.baseAddress, let second = right.baseAddress else { return false }
    return Word.areManySame(first, second, left.count)
  }

  /// - Parameter text: must stay in place.
  mutating func add(_ text: Bytes, _ number: Int) {
    if 2 &* count >= capacity { grow() }
    count &+= 1
    put(Entry(mark: Self.mark(text), text: text, number: number))
  }

  private func put(_ entry: Entry) {
    var place = place(entry.mark)
    while slots[place] != nil { place = (place &+ 1) & (capacity &- 1) }
    slots[place] = entry
  }

  private mutating func grow() {
    let (old, size) = (slots, capacity)
    capacity = 2 &* size
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: nil, count: capacity)
    for place in 0..<size {
      if let entry = old[place] { put(entry) }
    }
    old.deallocate()
  }
}
