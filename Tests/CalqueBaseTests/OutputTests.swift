import CalqueBase
import Testing

@Suite struct OutputTests {
  /// The contents of a buffer of a capacity afterwards, without the NUL; and the length reported.
  private func write(
    capacity: Int, _ body: (inout Output) -> Void
  ) -> (text: Text, length: Int, isTruncated: Bool) {
    let guarded = [UInt8](repeating: 0xAA, count: capacity + 32)
    var memory = guarded
    var length = 0
    var isTruncated = false
    memory.withUnsafeMutableBytes { bytes in
      var output = Output(bytes.baseAddress, capacity: capacity)
      body(&output)
      output.terminate()
      length = output.length
      isTruncated = output.isTruncated
    }
    #expect(memory[capacity...] == guarded[capacity...], "wrote beyond the capacity")
    let end = memory.firstIndex(of: 0) ?? 0
    return (Text(memory[..<end]), length, isTruncated)
  }

  @Test func aTextFitsWhenThereIsRoomForItsNUL() {
    let text: Text = "hello"
    for (capacity, expected): (Int, Text) in [(4, "hel"), (5, "hell"), (6, "hello"), (7, "hello")] {
      let result = write(capacity: capacity) { $0.append(text) }
      #expect(result.text == expected)
      #expect(result.length == 5)
      #expect(result.isTruncated == (capacity < 6))
    }
  }

  /// Each capacity from nothing to more than enough; one, two, three and four bytes a code point.
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
  func aCutNeverSplitsACodePoint(capacity: Int) {
    let text: Text = "aä€😀bé"
    let result = write(capacity: capacity) { $0.append(text) }
    #expect(text.hasPrefix(result.text))
    #expect(String(validating: result.text.bytes, as: UTF8.self) != nil)
    #expect(result.length == text.count)
    let room = max(capacity - 1, 0)
    #expect(result.text.count <= room)
    // Nothing is cut that would have fitted.
    var fitting = 0
    for scalar in text.string.unicodeScalars {
      let width = String(scalar).utf8.count
      guard fitting + width <= room else { break }
      fitting += width
    }
    #expect(result.text.count == fitting)
  }

  @Test func withoutABufferOnlyTheLengthIsCounted() {
    var output = Output(nil, capacity: 100)
    output.append("hello" as Text)
    output.append(0x21)
    output.append(decimal: 42)
    output.terminate()
    #expect(output.length == 8)
    #expect(output.isTruncated)
  }

  @Test func noCapacityMeansNoNUL() {
    var byte: UInt8 = 0xAA
    var output = Output(&byte, capacity: 0)
    output.append("x" as Text)
    output.terminate()
    #expect(byte == 0xAA)
    #expect(output.length == 1)
  }

  @Test func rewindingForgets() {
    let result = write(capacity: 20) { output in
      output.append("keep" as Text)
      let mark = output.length
      output.append(" and forget" as Text)
      output.rewind(to: mark)
      output.append("!" as Text)
    }
    #expect(result.text == "keep!")
    #expect(result.length == 5)
  }

  @Test func rewindingFromAFullBufferMakesRoomAgain() {
    let result = write(capacity: 6) { output in
      output.append("ab" as Text)
      output.append("much too long" as Text)
      output.rewind(to: 2)
      output.append("cde" as Text)
    }
    #expect(result.text == "abcde")
    #expect(!result.isTruncated)
  }

  @Test(arguments: [0, 1, 63, 64, 65, 200])
  func paddedBytesArriveWithTheirOwnLengthOnly(count: Int) {
    let padded = [UInt8](repeating: 0x78, count: count) + [UInt8](repeating: 0x79, count: 64)
    for capacity in [count, count + 1, count + 64, count + 66, count + 200] {
      let result = write(capacity: capacity) { output in
        padded.withUnsafeBufferPointer { bytes in
          if let start = bytes.baseAddress { output.append(padded: start, count) }
        }
      }
      #expect(result.length == count)
      #expect(result.text.bytes == padded[..<min(count, max(capacity - 1, 0))].map { $0 })
    }
  }

  @Test(arguments: [0, 9, 10, -1, -10, 12345, Int64.max, Int64.min])
  func integersAreSpelledAsDecimals(number: Int64) {
    let result = write(capacity: 40) { $0.append(decimal: number) }
    #expect(result.text == Decimal.text(of: number))
  }
}
