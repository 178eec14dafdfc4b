import CalqueBase
import Testing

@testable import CalqueMessages

/// The tables of letters, compared with the standard library of the toolchain.
@Suite struct LetterTests {
  private static let scalars = (UInt32(0x80)...0x10FFFF).compactMap { Unicode.Scalar($0) }

  @Test func everyLetterIsLoweredAsInSwift() {
    for scalar in Self.scalars {
      let text = String(Character(scalar))
      let lowered = Letters.lowered(Text(text))
      if lowered.string != text.lowercased() { Issue.record("\(scalar.value)") }
    }
    #expect(Letters.lowered("A\u{130}B\u{c9}z") == "ai\u{307}b\u{e9}z")
    #expect(Letters.lowered("") == "")
  }

  @Test func everyMarkJoinsAsInSwift() {
    func count(_ scalars: Unicode.Scalar...) -> Int {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      return String(view).count
    }
    for scalar in Self.scalars {
      let (code, joins) = (scalar.value, (count("%", scalar) == 1, count(scalar, "%") == 1))
      if (Letters.joinsPrevious(code), Letters.joinsNext(code)) != joins {
        Issue.record("\(code)")
      }
    }
  }
}
