import CalqueBase
import Testing

@Suite struct KeyHashTests {
  /// From a second implementation, in Python: the layout of catalogs depends on these numbers.
  @Test(arguments: [
    ("", 0xBE8C_AB64_4EFD_DA51), ("a", 0xC8BC_E539_30D8_AB1B), ("abc", 0x1014_9D6D_7586_35EC),
    ("seven..", 0xE8B5_8D7D_BFEB_83D4), ("eight...", 0x86EB_3EC3_579C_9476),
    ("nine.....", 0x4133_4C85_9C82_ED2A), ("sixteen..bytes..", 0x44D8_B6E1_FF07_9709),
    ("greeting.welcome.title", 0x5438_EC76_0CBA_511E),
  ])
  func theNumbersDoNotChange(text: String, hash: UInt64) {
    #expect(KeyHash.of(Text(text)) == hash)
  }

  @Test func eachByteAndTheLengthCount() {
    for count in 1...40 {
      let text = Text([UInt8](repeating: 0x61, count: count))
      for offset in 0..<count {
        var other = text
        other.bytes[offset] = 0x62
        #expect(KeyHash.of(other) != KeyHash.of(text))
      }
      #expect(KeyHash.of(text) != KeyHash.of(text + "a"))
      #expect(KeyHash.of(text) != KeyHash.of(text + Text([0])))
    }
  }

  @Test(arguments: 0...33) func itDoesNotMatterHowAKeyIsCut(first: Int) {
    let text: Text = "a key of thirty-three bytes, cut.."
    for second in first...min(first + 8, text.count) {
      let hash = text.bytes.withUnsafeBufferPointer { bytes -> UInt64? in
        guard let start = bytes.baseAddress else { return nil }
        var hash = KeyHash(start, first)
        hash.add(Word.short(start + first, second - first), second - first)
        hash.add(start + second, bytes.count - second)
        return hash.value
      }
      #expect(hash == KeyHash.of(text))
    }
  }
}
