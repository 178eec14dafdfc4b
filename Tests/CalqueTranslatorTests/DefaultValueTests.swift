import CalqueBase
import CalqueTranslator
import Testing

@Suite struct DefaultValueTests {
  @Test func aMissingKeyYieldsTheDefaultElseItself() throws {
    let translator = try TranslatorFixture.english(#"{"ns":{}}"#)
    #expect(try translator.t("k") == "k")
    #expect(try translator.t("translation:k") == "k")
    #expect(try translator.t("k", #"{"defaultValue":"d {{x}}","x":1}"#) == "d 1")
    #expect(try translator.t("k", #"{"defaultValue":""}"#) == "")
    #expect(translator.translate(["k"], Members()).isMissing)
  }

  @Test func pluralDefaultsComeBeforeTheCommonOne() throws {
    let translator = try TranslatorFixture.english("{}")
    let all: Text =
      #""defaultValue_zero":"z","defaultValue_one":"1","defaultValue_other":"n","defaultValue":"d""#
    for (count, expected): (Text, String) in [("0", "z"), ("1", "1"), ("7", "n")] {
      #expect(try translator.t("k", "{" + all + #","count":"# + count + "}") == expected)
    }
    #expect(try translator.t("k", "{" + all + "}") == "d")
    #expect(try translator.t("k", #"{"defaultValue_one":"1","defaultValue":"d","count":2}"#) == "d")
  }

  @Test func ordinalDefaultsFallBackToTheCardinalForm() throws {
    let translator = try TranslatorFixture.english("{}")
    let options: Text = #"{"count":2,"ordinal":true,"defaultValue_ordinal_two":"2nd"}"#
    #expect(try translator.t("k", options) == "2nd")
    #expect(try translator.t("k", #"{"count":2,"ordinal":true,"defaultValue_other":"n"}"#) == "n")
  }

  @Test func anObjectMayBeTheDefault() throws {
    let translator = try TranslatorFixture.english(#"{"k":{"a":"own"}}"#)
    let options: Text =
      #"{"returnObjects":true,"x":1,"defaultValue":{"a":"d {{x}}","b":["{{x}}",2]}}"#
    #expect(try translator.value(["none"], options) == #"{"a":"d 1","b":["1",2]}"#)
    #expect(try translator.value(["k"], options) == #"{"a":"own"}"#)
  }

  @Test func onIOSAnArrayOfKeysIsTriedBeforeTheDefault() throws {
    let translator = try TranslatorFixture.make(
      .ios, #"{"lang":"en","resourcesStore":{"en":{"translation":{"b":"B"}}}}"#)
    #expect(try translator.value(["a", "b"], #"{"defaultValue":"d"}"#) == #""B""#)
    #expect(try translator.value(["a", "c"], #"{"defaultValue":"d"}"#) == #""d""#)
    #expect(try translator.value(["a", "ns:c"]) == #""ns:c""#)
  }
}
