extension UnsafeBufferPointer<UInt8> {
  /// Offset of the first occurrence of `needle` at or after `start`; an empty needle is never found.
  package func firstIndex(of needle: [UInt8], from start: Int) -> Int? {
    guard let first = needle.first else { return nil }
    var offset = start
    while offset >= 0, needle.count <= count, offset <= count - needle.count {
      if self[offset] == first, matches(needle, at: offset) { return offset }
      offset += 1
    }
    return nil
  }

  /// `offset` and the length of `needle` are within.
  private func matches(_ needle: [UInt8], at offset: Int) -> Bool {
    for distance in needle.indices where self[offset + distance] != needle[distance] {
      return false
    }
    return true
  }
}
