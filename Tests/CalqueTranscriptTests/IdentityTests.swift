import CalqueBase
import Testing

@testable import CalqueTranscript

@Suite struct IdentityTests {
  @Test func textReadsBack() {
    let id = Identity(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
    #expect(id.text == "01234567-89ab-cdef-fedc-ba9876543210")
    #expect(Identity(id.text) == id)
    #expect(Identity("0123456789ABCDEFFEDCBA9876543210") == id)
  }

  @Test(arguments: [
    "", "0", "01234567-89ab-cdef-fedc-ba987654321", "01234567-89ab-cdef-fedc-ba98765432100",
    "01234567x89ab-cdef-fedc-ba9876543210", "g1234567-89ab-cdef-fedc-ba9876543210",
    "0123456-789ab-cdef-fedc-ba9876543210", "00000000-0000-0000-0000-000000000000",
  ])
  func otherTextsAreNoIdentifiers(_ text: String) {
    #expect(Identity(Text(text)) == nil)
  }

  @Test func namedIdentifiersFollowFromTheirNames() {
    let id = Identity(naming: ["proposal", "a.b", "en"])
    #expect(id == Identity(naming: ["proposal", "a.b", "en"]))
    #expect(id != Identity(naming: ["proposal", "a.", "ben"]))
    #expect(id.high >> 12 & 0xF == 8)
    #expect(id.low >> 62 == 0b10)
  }

  @Test func numbersStayWithTheirIdentifiers() {
    var index = IdentityIndex(seed: .test(77))
    for number in 0..<5000 { #expect(index.add(.test(UInt64(number))).number == number) }
    for number in 0..<5000 {
      #expect(index.number(of: .test(UInt64(number))) == number)
      #expect(index.add(.test(UInt64(number))).isNew == false)
    }
    #expect(index.number(of: .test(5000)) == nil)
    #expect(index.keys.count == 5000)
  }
}
