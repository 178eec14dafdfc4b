import CalqueBase
import CalqueLocale
import Testing

@testable import CalqueProposals

@Suite struct IdentifierTests {
  @Test(
    arguments: [
      ("a", nil), ("a.b.c", nil), ("a.", nil), (".b", nil), ("", nil), (".", nil),
      ("defaultSection.x", ["default", "x"]), ("default.x", ["default", "x"]),
      ("a..b", ["a", "b"]), (".a.b.", ["a", "b"]), ("ä.ö", ["ä", "ö"]),
      ("x.defaultSection", ["x", "defaultSection"]),
    ] as [(String, [String]?)])
  func aTextIsSplitIntoSectionAndKey(_ text: String, _ parts: [String]?) {
    let identifier = ItemIdentifier(Text(text))
    #expect(identifier.map { [$0.section.string, $0.key.string] } == parts)
  }

  @Test func identifiersAreEqualByValue() throws {
    let made = try ItemIdentifier(section: "defaultSection", key: "ok")
    #expect(made == ItemIdentifier("default.ok"))
    #expect(made != ItemIdentifier("default.okay"))
    #expect(
      try ItemIdentifier(section: "a.b", key: "c") != ItemIdentifier(section: "a", key: "b.c"))
    #expect(made.text == "default.ok")
  }

  @Test func emptyPartsAndNULAreRefused() {
    #expect(refusal { try ItemIdentifier(section: "", key: "a") }?.code == .invalidArgument)
    #expect(refusal { try ItemIdentifier(section: "a", key: "") }?.code == .invalidArgument)
    let withNUL = refusal { try ItemIdentifier(section: Text([0x61, 0]), key: "b") }
    #expect(withNUL?.code == .invalidArgument)
    #expect(ItemIdentifier(Text("a\0.b" as String)) == nil)
  }

  @Test(
    arguments: [
      (nil, [], "en;q=1.0"), (nil, ["da"], "da;q=1.0"),
      ("pl", ["da"], "pl;q=1.0,da;q=0.9"),
      (nil, ["a1", "b2", "c3", "d4", "e5", "f6"], "a1;q=1.0,b2;q=0.9,c3;q=0.8,d4;q=0.7,e5;q=0.6"),
      (nil, ["en_GB", "x\r\nCookie: a", "da,sv", ""], "en-GB;q=1.0"),
    ] as [(String?, [String], String)])
  func acceptLanguageNamesFiveLanguagesAtMost(
    _ override: String?, _ preferred: [String], _ header: String
  ) {
    let made = AcceptLanguage.header(
      override: override.map { Text($0) }, preferred: preferred.map { Text($0) })
    #expect(made.string == header)
  }

  @Test(
    arguments: [
      ("en_gb", "en-GB"), ("EN-gb", "en-GB"), ("zh_hant_TW", "zh-Hant-TW"), ("en_EN", "en-EN"),
      ("not a tag", "not a tag"),
    ])
  func localesAreComparedInOneForm(_ code: String, _ comparable: String) {
    #expect(LanguageTag.comparable(Text(code)).string == comparable)
  }

  @Test(
    arguments: [
      ("10.0", "9.0", true), ("1.10", "1.9", true), ("1.9", "1.10", false), ("2", "2.0", false),
      ("2.0.1 ", "2.0", true), ("1.0", "", true), ("", "1.0", false),
      ("99999999999999999999999.1", "1", true),
    ])
  func versionsCompareAsNumbers(_ new: String, _ old: String, _ isNewer: Bool) {
    #expect(AppVersion.isNewer(Text(new), than: Text(old)) == isNewer)
  }

  @Test func aGuidIsARandomUUID() {
    let (one, other) = (Identity.random().text, Identity.random().text)
    #expect(one != other)
    #expect(one.count == 36 && Identity(one) != nil)
    #expect(one.bytes[14] == 0x34, "version 4")
    #expect([0x38, 0x39, 0x61, 0x62].contains(one.bytes[19]), "variant of RFC 9562")
    #expect(Identity("12345678-1234-1234-1234-12345678901g") == nil)
    #expect(Identity("12345678-1234-1234-1234-1234567890") == nil)
  }
}
