import CalqueBase
import Testing

@Suite struct WhitespaceTests {
  /// ECMA-262: WhiteSpace and LineTerminator.
  static let spaces: [UInt32] =
    [0x9, 0xA, 0xB, 0xC, 0xD, 0x20, 0xA0, 0x1680] + Array(0x2000...0x200A)
    + [0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF]

  @Test func exactlyTheWhiteSpaceOfECMAScriptIsTrimmed() throws {
    var found: [UInt32] = []
    for number in 0...UInt32(0xFFFF) {
      guard let scalar = Unicode.Scalar(number) else { continue }
      let character = Text(String(scalar))
      let trimmed = (character + "x" + character).trimmed()
      let isSpace = trimmed == "x"
      #expect(isSpace || trimmed.count == 2 * character.count + 1)
      if isSpace { found.append(number) }
    }
    #expect(found == Self.spaces)
  }

  private func width(_ bytes: [UInt8], at offset: Int) -> Int? {
    bytes.withUnsafeBufferPointer { Whitespace.width(in: $0, at: offset) }
  }

  private func width(_ bytes: [UInt8], before end: Int) -> Int? {
    bytes.withUnsafeBufferPointer { Whitespace.width(in: $0, before: end) }
  }

  @Test func widthsAgreeInBothDirections() {
    for number in Self.spaces {
      let bytes = Array(String(Unicode.Scalar(number).map { Character($0) } ?? "x").utf8)
      #expect(width(bytes, at: 0) == bytes.count)
      #expect(width(bytes, before: bytes.count) == bytes.count)
    }
  }

  @Test func cutOffSequencesAreNotWhiteSpace() {
    for bytes: [UInt8] in [[], [0xC2], [0xE2], [0xE2, 0x80], [0xE3, 0x80], [0xEF, 0xBB]] {
      #expect(width(bytes, at: 0) == nil)
      #expect(width(bytes, before: bytes.count) == nil)
    }
    #expect(width([0x20], at: 1) == nil)
  }

  @Test func aTextOfSpacesBecomesEmpty() {
    #expect(Text(" \t\u{3000}\n").trimmed() == "")
    #expect(Text("").trimmed() == "")
    #expect(Text("\u{A0} a b \u{2003}").trimmed() == "a b")
  }
}
