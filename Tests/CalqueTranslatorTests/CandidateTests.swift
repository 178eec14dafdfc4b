import CalqueBase
import CalqueJSON
import CalqueTranslator
import Testing

/// Which forms of a key are tried, in which order.
@Suite struct CandidateTests {
  /// The keys that were looked up, by the explanation of a call.
  private func tried(
    _ translator: Translator, _ key: Text, _ options: Text
  ) throws -> [String] {
    let told = translator.explain([key], try TranslatorFixture.members(options))
    return (told.object?["candidates"]?.array ?? []).map { candidate in
      (candidate.object?["lng"]?.text ?? "").string + ":"
        + (candidate.object?["key"]?.text ?? "").string
    }
  }

  private func translator(_ format: TranslatorFormat = .v4, _ more: Text = "") throws -> Translator
  {
    let options: Text = #"{"lng":"ar","fallbackLng":"en","resources":{"ar":{"translation":{}},"#
    return try TranslatorFixture.make(
      format, options + #""en":{"translation":{}}}"# + more + "}")
  }

  @Test func theMostSpecificFormComesFirst() throws {
    let all = try tried(translator(), "k", #"{"count":0,"context":"male","fallbackLng":false}"#)
    #expect(
      all == ["ar:k_male_zero", "ar:k_male_zero", "ar:k_male", "ar:k_zero", "ar:k_zero", "ar:k"])
    let few = try tried(translator(), "k", #"{"count":3,"context":"male","fallbackLng":false}"#)
    #expect(few == ["ar:k_male_few", "ar:k_male", "ar:k_few", "ar:k"])
  }

  @Test func everyLanguageHasItsOwnForms() throws {
    let all = try tried(translator(), "k", #"{"count":3}"#)
    #expect(all == ["ar:k_few", "ar:k", "en:k_other", "en:k"])
  }

  @Test func ordinalsAreTriedInBothSpellings() throws {
    let all = try tried(translator(), "k", #"{"count":2,"ordinal":true,"lng":"en"}"#)
    #expect(all == ["en:k_ordinal_two", "en:k_two", "en:k"])
    let zero = try tried(translator(), "k", #"{"count":0,"ordinal":true,"lng":"en"}"#)
    #expect(!zero.contains("en:k_zero"))
  }

  @Test func aCountThatIsTextChoosesNothing() throws {
    #expect(try tried(translator(), "k", #"{"count":"3","lng":"en"}"#) == ["en:k"])
    #expect(try tried(translator(), "k", #"{"context":"","lng":"en"}"#) == ["en:k"])
    #expect(try tried(translator(), "k", #"{"context":5,"lng":"en"}"#) == ["en:k_5", "en:k"])
  }

  @Test func olderFormatsHaveOtherSuffixes() throws {
    #expect(
      try tried(translator(.v3), "k", #"{"count":3,"fallbackLng":false}"#) == ["ar:k_3", "ar:k"])
    #expect(
      try tried(translator(.v3), "k", #"{"count":100,"fallbackLng":false}"#) == ["ar:k_5", "ar:k"])
    #expect(
      try tried(translator(.v2), "k", #"{"count":100,"fallbackLng":false}"#) == [
        "ar:k_100", "ar:k",
      ])
    #expect(
      try tried(translator(.v2), "k", #"{"count":2,"lng":"en"}"#) == ["en:k_plural", "en:k"])
  }

  @Test func countsThatAreNoIntegersFollowTheirOperands() throws {
    let translator = try TranslatorFixture.english(#"{"k_one":"one","k_other":"other"}"#)
    #expect(try translator.t("k", #"{"count":-1}"#) == "one")
    #expect(try translator.t("k", #"{"count":1.5}"#) == "other")
    #expect(try translator.t("k", #"{"count":null}"#) == "other")
    #expect(try translator.t("k", #"{"count":9223372036854775807}"#) == "other")
    let decimal = translator.translate(["k"], Members([("count", .decimal("1.0"))]))
    #expect(decimal.text == "other")
  }
}
