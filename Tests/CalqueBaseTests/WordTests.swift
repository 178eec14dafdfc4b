import CalqueBase
import Testing

@Suite struct WordTests {
  /// Bytes that are all different, in memory that ends with them.
  private func withBytes<Result>(
    _ count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Result
  ) -> Result {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(count, 1))
    defer { bytes.deallocate() }
    for offset in 0..<count { bytes[offset] = UInt8(truncatingIfNeeded: offset &* 7 &+ 1) }
    return body(bytes)
  }

  private func joined(_ bytes: UnsafeMutablePointer<UInt8>, _ range: Range<Int>) -> UInt64 {
    var word: UInt64 = 0
    for offset in range.reversed() { word = word << 8 | UInt64(bytes[offset]) }
    return word
  }

  @Test(arguments: 0...8) func upToEightBytesMakeAWord(count: Int) {
    withBytes(count) { bytes in
      #expect(Word.short(bytes, count) == joined(bytes, 0..<count))
    }
  }

  @Test(arguments: 0...40) func theRestIsWhatIsBehindTheLastWholeWord(count: Int) {
    withBytes(count) { bytes in
      #expect(Word.rest(bytes, count) == joined(bytes, (count / 8 * 8)..<count))
    }
  }

  @Test(arguments: 0...40) func eachByteCountsWhenRunsAreCompared(count: Int) {
    withBytes(count) { left in
      withBytes(count) { right in
        #expect(Word.isSame(left, right, count))
        for offset in 0..<count {
          right[offset] ^= 0x80
          #expect(!Word.isSame(left, right, count))
          right[offset] ^= 0x80
        }
      }
    }
  }

  @Test(arguments: 0...32) func aRunIsMovedWholeAndNothingElse(count: Int) {
    withBytes(count) { bytes in
      var place = [UInt8](repeating: 0xEE, count: count + 2)
      place.withUnsafeMutableBytes { place in
        if let start = place.baseAddress { Word.move(bytes, to: start + 1, count) }
      }
      #expect(place.first == 0xEE && place.last == 0xEE)
      #expect(place[1..<(count + 1)].elementsEqual((0..<count).map { bytes[$0] }))
    }
  }

  @Test(arguments: 0...40) func aProbeSeesEachPlace(count: Int) {
    let probe = ByteProbe([0x3A, 0x7B, 0x24, 0x23])
    withBytes(count) { bytes in
      for offset in 0..<count { bytes[offset] = 0x61 }
      #expect(!probe.occurs(in: bytes, count))
      for offset in 0..<count {
        for byte: UInt8 in [0x3A, 0x7B, 0x24, 0x23, 0x80, 0xFF] {
          bytes[offset] = byte
          #expect(probe.occurs(in: bytes, count))
        }
        bytes[offset] = 0x61
      }
    }
  }

  @Test func aProbeOfOneByteSeesNoOther() {
    let probe = ByteProbe([0x3A])
    for byte in 1...UInt8.max {
      let text = [UInt8](repeating: byte, count: 20)
      text.withUnsafeBufferPointer { text in
        let occurs = text.baseAddress.map { probe.occurs(in: $0, text.count) }
        #expect(occurs == (byte == 0x3A || byte >= 0x80))
      }
    }
  }
}
