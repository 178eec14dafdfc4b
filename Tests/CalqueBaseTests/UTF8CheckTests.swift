import CalqueBase
import TestSupport
import Testing

@Suite struct UTF8CheckTests {
  private func firstInvalid(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) }
  }

  @Test(
    arguments: [
      [], [0x00], [0x7F], [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF],
      [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
    ] as [[UInt8]])
  func sequencesAtTheEdgesAreWellFormed(bytes: [UInt8]) {
    #expect(firstInvalid(bytes) == nil)
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x7F], [0xC2, 0xC0],
      [0xE0, 0x9F, 0xBF], [0xE1, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x8F, 0x80, 0x80],
      [0xF0, 0x90, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func malformedSequencesAreFoundWhereverTheyStand(bytes: [UInt8]) {
    for lead in [0, 1, 7, 8, 9, 16] {
      let before = [UInt8](repeating: 0x61, count: lead)
      #expect(firstInvalid(before + bytes) == lead)
      #expect(firstInvalid(before + bytes + [0x61]) == lead)
    }
  }

  /// Runs of letters of two bytes are looked at four at a time.
  @Test func ofManyLettersEachIsLookedAt() {
    for first in UInt8(0x80)...0xFF {
      for second in [UInt8(0x61), 0x7F, 0x80, 0xA5, 0xBF, 0xC0, 0xFF] {
        for place in 0..<6 {
          var bytes: [UInt8] = [
            0xC2, 0x80, 0xD0, 0xB6, 0xDF, 0xBF, 0xD1, 0x8F, 0xC3, 0xA9, 0xCE, 0xB1,
          ]
          bytes.replaceSubrange((2 * place)..<(2 * place + 2), with: [first, second])
          let isRight = (0xC2...0xDF).contains(first) && (0x80...0xBF).contains(second)
          #expect(firstInvalid(bytes) == (isRight ? nil : 2 * place))
        }
      }
    }
  }

  @Test func randomBytesAreJudgedAsTheStandardLibraryDoes() {
    var dice = Dice(2)
    let alphabet: [UInt8] = [
      0x61, 0x80, 0x9F, 0xA0, 0xBF, 0xC1, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF4,
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...20, using: &dice)
      let bytes = (0..<count).map { _ in
        alphabet[Int.random(in: alphabet.indices, using: &dice)]
      }
      #expect((firstInvalid(bytes) == nil) == (String(validating: bytes, as: UTF8.self) != nil))
    }
  }
}
