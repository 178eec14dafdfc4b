import CalqueBase
import Testing

@testable import CalqueLocale

@Suite struct LanguageTagTests {
  @Test(
    arguments: [
      ("EN-latn-us", "en-Latn-US"), ("zh-hans-cn", "zh-Hans-CN"), ("es-419", "es-419"),
      ("de-DE-1996-1901", "de-DE-1901-1996"), ("en-x-Foo-bar", "en-x-foo-bar"),
      ("en-b-foo-a-bar", "en-a-bar-b-foo"), ("abcdefgh", "abcdefgh"), ("und", "und"),
    ] as [(Text, Text)])
  func subtagsGetTheirCaseAndOrder(tag: Text, canonical: Text) {
    #expect(LanguageTag.canonical(tag) == canonical)
  }

  @Test(
    arguments: [
      ("iw-IL", "he-IL"), ("in", "id"), ("ji", "yi"), ("mo-MD", "ro-MD"), ("tl", "fil"),
      ("no-NO", "no-NO"), ("eng", "en"), ("cmn-hans", "zh-Hans"), ("sh", "sr-Latn"),
      ("sh-cyrl", "sr-Cyrl"), ("cnr-BA", "sr-BA"), ("cnr", "sr-ME"), ("prs-ir", "fa-IR"),
      ("sgn-us-x-foo", "ase-x-foo"), ("sgn-no", "nsl"), ("art-lojban", "jbo"),
      ("hy-arevmda", "hyw"), ("zh-guoyu", "zh"), ("sv-aaland", "sv-AX"), ("sv-FI-aaland", "sv-FI"),
      ("ja-latn-hepburn-heploc", "ja-Latn-alalc97"), ("el-polytoni", "el-polyton"),
      ("zh-qaai", "zh-Zinh"), ("en-uk", "en-GB"), ("en-840", "en-US"), ("en-062", "en-034"),
      ("en-us-posix", "en-US-u-va-posix"), ("de-posix-u-nu-latn", "de-u-nu-latn-va-posix"),
    ] as [(Text, Text)])
  func deprecatedSubtagsAreReplaced(tag: Text, canonical: Text) {
    #expect(LanguageTag.canonical(tag) == canonical)
  }

  @Test(
    arguments: [
      ("ru-su", "ru-RU"), ("hy-su", "hy-AM"), ("de-su", "de-RU"), ("und-armn-su", "und-Armn-AM"),
      ("az-su", "az-AZ"), ("az-arab-su", "az-Arab-RU"), ("sr-cs", "sr-RS"), ("sk-200", "sk-SK"),
    ] as [(Text, Text)])
  func dividedRegionBecomesTheLikelyOne(tag: Text, canonical: Text) {
    #expect(LanguageTag.canonical(tag) == canonical)
  }

  @Test(
    arguments: [
      ("de-u-co-phonebk-ca-true", "de-u-ca-co-phonebk"),
      ("de-u-foo-bar-nu-latn", "de-u-bar-foo-nu-latn"),
      ("en-u-kn-yes", "en-u-kn"), ("en-u-ca-islamicc", "en-u-ca-islamic-civil"),
      ("de-u-co-phonebk-co-trad", "de-u-co-phonebk"), ("en-t-iw-su-m0-true", "en-t-he-ru-m0-true"),
      ("en-T-iw-a-foo", "en-a-foo-t-he"), ("en-t-k1-bcd-a0-foo", "en-t-a0-foo-k1-bcd"),
      ("en-u-ka-shifted-x-u-foo", "en-u-ka-shifted-x-u-foo"),
    ] as [(Text, Text)])
  func extensionsAreSorted(tag: Text, canonical: Text) {
    #expect(LanguageTag.canonical(tag) == canonical)
  }

  @Test(
    arguments: [
      "", "-", "en-", "-en", "en--US", "en_US", "a", "abcd", "abcdefghi", "root", "x-foo",
      "i-klingon",
      "zh-min-nan", "en-GB-oed", "en-USA", "en-1ab", "de-Latn-Latn", "en-fonipa-fonipa", "en-u",
      "en-t", "en-t-m0", "en-t-abcd", "en-a-b-c", "en-a-foo-a-bar", "en-x", "en-x-123456789",
      "en-u-ca-123456789", "en-\u{e9}", Text("en\u{0}" as String), "fr-FR-latn",
      "en-t-k0-b0-a0-foo",
    ] as [Text])
  func illFormedTagHasNoCanonicalForm(tag: Text) {
    #expect(LanguageTag.canonical(tag) == nil)
  }

  @Test func lengthLimitIsExact() {
    var tag: Text = "en-x"
    while tag.count < LanguageTag.maximumLength - 1 { tag += "-a" }
    #expect(tag.count == LanguageTag.maximumLength - 1)
    #expect(LanguageTag.canonical(tag + "a") == tag + "a")
    #expect(LanguageTag.canonical(tag + "aa") == nil)
  }

  @Test func canonicalFormIsItsOwnCanonicalForm() {
    for tag in ["sh-cyrl-su", "und-hakka-1996", "prs-u-kn-true-ca-islamicc", "tnf-t-iw"] as [Text] {
      let once = LanguageTag.canonical(tag)
      #expect(once != nil)
      #expect(once.flatMap(LanguageTag.canonical) == once)
    }
  }

  @Test func formattingLeavesCodesWithoutDashAndIllFormedOnes() {
    #expect(LanguageTag.formatted("iw") == "iw")
    #expect(LanguageTag.formatted("iw-il") == "he-IL")
    #expect(LanguageTag.formatted("en_us") == "en_us")
    #expect(LanguageTag.formatted("en-toolong-for-us") == "en-toolong-for-us")
  }

  @Test func languagePartIsTheFirstSubtag() {
    #expect(LanguageTag.languagePart("en-US") == "en")
    #expect(LanguageTag.languagePart("zh_Hant_TW") == "zh")
    #expect(LanguageTag.languagePart("EN") == "EN")
    #expect(LanguageTag.languagePart("") == "")
    #expect(LanguageTag.languagePart("-x") == "")
  }

  @Test func scriptPartDropsTheLastSubtag() {
    #expect(LanguageTag.scriptPart("zh-hant-tw") == "zh-Hant")
    #expect(LanguageTag.scriptPart("zh_hant_tw") == "zh-Hant")
    #expect(LanguageTag.scriptPart("en-US") == nil)
    #expect(LanguageTag.scriptPart("en") == nil)
    #expect(LanguageTag.scriptPart("en-x-foo") == nil)
    #expect(LanguageTag.scriptPart("en-X-foo") == nil)
    #expect(LanguageTag.scriptPart("en-x-foo-bar") == "en-x-foo")
  }
}
