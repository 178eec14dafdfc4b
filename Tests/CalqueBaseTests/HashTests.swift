import CalqueBase
import Testing

@Suite struct HashTests {
  /// From a second implementation, in Python.
  @Test(arguments: [
    ("", 0x0000_0000_0000_0000), ("a", 0x23F0_9EF1_E0F7_BA31), ("abc", 0x4457_D9E8_86AF_69BC),
    ("abcd", 0xCE50_CCE7_6FF5_EC1E), ("seven..", 0x3709_C767_289F_266F),
    ("eight...", 0xE487_B12D_FCD8_F841), ("nine.....", 0x6E19_16DB_C2E7_C5D7),
    ("sixteen..bytes..", 0xFF30_631D_8C5D_241F),
    ("greeting.welcome.title", 0xC5FF_65BB_801C_B839),
  ])
  func theNumbersDoNotChange(text: String, hash: UInt64) {
    #expect(Hash.of(Text(text)) == hash)
  }

  @Test func eachByteCounts() {
    for count in 1...40 {
      let text = Text([UInt8](repeating: 0x61, count: count))
      for offset in 0..<count {
        var other = text
        other.bytes[offset] = 0x62
        #expect(Hash.of(other) != Hash.of(text))
      }
      #expect(Hash.of(text) != Hash.of(text + "a"))
    }
  }

  @Test func itDoesNotMatterWhereTheBytesStand() {
    let text: Text = "a key of twenty-one b"
    for shift in 0..<8 {
      let moved = Text([UInt8](repeating: 0x20, count: shift)) + text
      let hash = moved.bytes.withUnsafeBufferPointer { bytes in
        Hash.of(bytes.baseAddress.map { $0 + shift }, text.count)
      }
      #expect(hash == Hash.of(text))
    }
  }
}
