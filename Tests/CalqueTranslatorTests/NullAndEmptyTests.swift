import CalqueBase
import CalqueTranslator
import Testing

/// null, "" and exists.
@Suite struct NullAndEmptyTests {
  private let resources: Text =
    #""resources":{"de":{"translation":{"n":null,"e":"","z":0,"f":false,"o":{}}},"en":{"translation":{"n":"en n","e":"en e"}}}"#

  private func german(_ more: Text, fallback: Text = #""en""#) throws -> Translator {
    let start: Text = #"{"lng":"de","fallbackLng":"# + fallback + ","
    return try TranslatorFixture.make(.v4, start + more + resources + "}")
  }

  @Test func nullFallsThroughUnlessItMayBeReturned() throws {
    #expect(try german("").t("n") == "en n")
    #expect(try german(#""returnNull":true,"#).value(["n"]) == "null")
    #expect(try german("", fallback: "false").t("n") == "n")
  }

  @Test func theEmptyTextIsATranslationUnlessSwitchedOff() throws {
    #expect(try german("").t("e") == "")
    #expect(try german(#""returnEmptyString":false,"#).t("e") == "en e")
    #expect(try german(#""returnEmptyString":false,"#, fallback: "false").t("e") == "e")
  }

  @Test func otherScalarsAreReturnedAsTheyAre() throws {
    let translator = try german("")
    #expect(try translator.value(["z"]) == "0")
    #expect(try translator.value(["f"]) == "false")
  }

  @Test func whatWasLookedAtLastDecidesWhetherAKeyExists() throws {
    #expect(try german("", fallback: "false").has("n"))
    #expect(try !german("", fallback: #""fr""#).has("n"))
    #expect(try german(#""returnEmptyString":false,"#, fallback: "false").has("e"))
    #expect(try german("").has("z"))
    #expect(try !german("").has("missing"))
  }

  @Test func anObjectExistsUnlessObjectsAreRefused() throws {
    let translator = try german("")
    #expect(try translator.has("o"))
    #expect(try translator.has("o", #"{"returnObjects":true}"#))
    #expect(try !translator.has("o", #"{"returnObjects":false}"#))
  }

  @Test func existenceFollowsContextAndCount() throws {
    let translator = try TranslatorFixture.english(#"{"k_one":"x","c_m":"y"}"#)
    #expect(try translator.has("k", #"{"count":1}"#))
    #expect(try !translator.has("k", #"{"count":2}"#))
    #expect(try translator.has("c", #"{"context":"m"}"#))
    #expect(try !translator.has("c"))
  }

  @Test func onIOS() throws {
    let resources: Text =
      #""resourcesStore":{"en":{"translation":{"n":null,"e":"","o":{"n":null}}}}"#
    let standard = try TranslatorFixture.make(.ios, #"{"lang":"en","# + resources + "}")
    #expect(try standard.t("n") == "n")
    #expect(try standard.t("e") == "")
    #expect(try standard.has("e"))
    #expect(try !standard.has("n"))
    let nulls: Text = #"{"lang":"en","fallbackOnNull":false,"returnObjectTrees":true,"#
    let returned = try TranslatorFixture.make(.ios, nulls + resources + "}")
    #expect(try returned.value(["n"]) == #""""#)
    #expect(try returned.value(["o"]) == #"{"n":null}"#)
    #expect(try returned.has("n"))
    let empty = try TranslatorFixture.make(
      .ios, #"{"lang":"en","fallbackOnEmpty":true,"# + resources + "}")
    #expect(try empty.t("e") == "e")
  }
}
