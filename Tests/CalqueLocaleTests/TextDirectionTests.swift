import CalqueBase
import Testing

@testable import CalqueLocale

@Suite struct TextDirectionTests {
  @Test(
    arguments: [
      "ar", "he", "iw", "fa", "ur", "yi", "dv", "ps", "ug", "ckb", "sd", "ks", "nqo", "syr",
      "ar-EG",
      "he_IL", "AR", "ara", "prs", "az-Arab", "pa-Arab", "pa-PK", "pa-Arab-PK", "ku-Arab",
      "uz-Arab", "uz-AF", "ff-Adlm", "en-Hebr", "und-Arab", "und-IR", "pga", "xx-yy-arab", "",
    ] as [Text])
  func rightToLeft(code: Text) {
    #expect(TextDirection(of: code) == .rightToLeft)
  }

  @Test(
    arguments: [
      "en", "ru", "de-CH", "zh-Hant-TW", "ja", "ar-Latn", "he-Cyrl", "az", "pa", "pa-IN", "ku",
      "uz", "ff", "sd-IN", "ug-Cyrl", "dev", "cimode", "xx", "-", "arab", "sr-Latn", "en_US",
      "not a code",
    ] as [Text])
  func leftToRight(code: Text) {
    #expect(TextDirection(of: code) == .leftToRight)
  }
}
