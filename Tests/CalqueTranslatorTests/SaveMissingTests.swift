import CalqueBase
import CalqueJSON
import CalqueLoading
import CalqueTranslator
import CalqueTransport
import TestSupport
import Testing

/// Missing keys are collected and posted.
@Suite struct SaveMissingTests {
  private let fixture = LoadingFixture()

  private func translator(
    _ more: Text = "", host: HostCallbacks = HostCallbacks()
  ) throws -> Translator {
    try fixture.translator(
      .v4,
      #"{"lng":"de","fallbackLng":["en"],"saveMissing":true,"retryTimeout":1,"debounceInterval":0,"#
        + #""resources":{"de":{"translation":{"k":"K"}},"en":{"translation":{}}},"#
        + #""backend":{"addPath":"http://h/add/{{lng}}/{{ns}}"}"# + more + "}", host: host)
  }

  private func accept(_ lng: Text) {
    fixture.server.answer("http://h/add/" + lng + "/translation", with: Response(status: 201))
  }

  /// Each post in a line.
  private var posts: [String] {
    fixture.server.requests.map { request in
      (request.method + " " + request.url + " " + (request.body ?? "")).string
    }
  }

  @Test func keysArePostedInBatches() throws {
    accept("en")
    let translator = try translator(#","debounceInterval":10000"#)
    #expect(try translator.t("one") == "one")
    #expect(try translator.t("two", #"{"defaultValue":"Two"}"#) == "Two")
    #expect(try translator.t("k") == "K")
    #expect(translator.flushMissingKeys(within: 10_000))
    #expect(posts == [#"POST http://h/add/en/translation {"one":"one","two":"Two"}"#])
    #expect(
      fixture.server.requests.first?.headers == [Header("Content-Type", "application/json")])
  }

  @Test func aKeyIsPostedOnce() throws {
    accept("en")
    let translator = try translator()
    for _ in 0..<3 {
      _ = try translator.t("one")
      #expect(translator.flushMissingKeys(within: 10_000))
    }
    #expect(posts.count == 1)
  }

  @Test func keysArePostedWithoutBeingAskedTo() throws {
    accept("en")
    let translator = try translator()
    _ = try translator.t("one")
    fixture.server.waitForRequests(1)
    #expect(posts == [#"POST http://h/add/en/translation {"one":"one"}"#])
  }

  @Test(
    arguments: [
      ("all", ["de", "en"]), ("current", ["de"]), ("fallback", ["en"]),
    ] as [(Text, [Text])])
  func theTargetSaysInWhichLanguages(target: Text, lngs: [Text]) throws {
    for lng in lngs { accept(lng) }
    let translator = try translator(#","saveMissingTo":""# + target + #"""#)
    _ = try translator.t("one")
    #expect(translator.flushMissingKeys(within: 10_000))
    let expected = lngs.map { "POST http://h/add/\($0.string)/translation {\"one\":\"one\"}" }
    #expect(posts == expected)
  }

  @Test func everyPluralFormIsPosted() throws {
    accept("en")
    // Long enough for both forms to go into one post.
    let translator = try translator(#","debounceInterval":10000"#)
    _ = try translator.t("file", #"{"count":2,"defaultValue_one":"a file","defaultValue":"files"}"#)
    #expect(translator.flushMissingKeys(within: 10_000))
    #expect(
      posts == [#"POST http://h/add/en/translation {"file_one":"a file","file_other":"files"}"#])
  }

  @Test func theHostIsToldToo() throws {
    accept("en")
    let journal = Journal()
    let host = HostCallbacks()
    host.missingKey = { journal.note($0.key.string) }
    let translator = try translator(host: host)
    _ = try translator.t("one")
    #expect(translator.flushMissingKeys(within: 10_000))
    #expect(journal.lines == ["one"])
    #expect(posts.count == 1)
  }

  @Test func postsThatFailAreTriedAgainAndThenLogged() throws {
    let journal = Journal()
    let host = HostCallbacks()
    host.log = { journal.note($0.string) }
    fixture.server.answer(
      "http://h/add/en/translation", with: [.success(Response(status: 503))])
    let translator = try translator(#","maxRetries":2"#, host: host)
    _ = try translator.t("one")
    #expect(translator.flushMissingKeys(within: 10_000))
    #expect(posts.count == 3)
    #expect(
      journal.lines == [
        "missing keys of en translation were not saved: the server answered with status 503"
      ])
  }

  @Test func whatIsLeftIsPostedWhenTheTranslatorGoes() throws {
    accept("en")
    var translator: Translator? = try translator(#","debounceInterval":10000"#)
    _ = try translator?.t("one")
    translator = nil
    #expect(posts.count == 1)
  }

  @Test func theTranslatorDoesNotWaitForEver() throws {
    fixture.server.hold("http://h/add/en/translation")
    var translator: Translator? = try translator(#","flushTimeout":1"#)
    _ = try translator?.t("one")
    weak let gone = translator
    translator = nil
    #expect(gone == nil)
  }

  @Test(arguments: [1, 2, 3])
  func keysHaveALimit(most: Int) throws {
    accept("en")
    let journal = Journal()
    let host = HostCallbacks()
    host.log = { journal.note($0.string) }
    let translator = try translator(
      #","debounceInterval":10000,"limits":{"maxMissingKeys":\#(most)}"#.text, host: host)
    _ = try translator.t("one")
    _ = try translator.t("two")
    #expect(translator.flushMissingKeys(within: 10_000))
    let body = try JSON.parse(try #require(fixture.server.requests.first?.body))
    #expect(body.object?.count == min(most, 2))
    #expect(journal.lines.count == (most < 2 ? 1 : 0))
  }

  /// Nothing is known yet of what a namespace has.
  @Test func nothingIsPostedBeforeItIsLoaded() throws {
    let translator = try fixture.translator(
      .v4,
      #"{"lng":"de","fallbackLng":false,"saveMissing":true,"backend":{"#
        + #""loadPath":"http://h/{{lng}}","addPath":"http://h/add/{{lng}}/{{ns}}"}}"#)
    _ = try translator.t("one")
    #expect(translator.flushMissingKeys(within: 10_000))
    #expect(posts.isEmpty)
  }

  @Test func keysCanBeAddedToAFile() throws {
    try fixture.folder.write(#"{"old":"Old"}"#, to: "de.missing.json")
    let translator = try fixture.translator(
      .v4,
      #"{"lng":"de","fallbackLng":false,"saveMissing":true,"resources":{"de":{"translation":{}}},"#
        + #""backend":{"addPath":"FOLDER/{{lng}}.missing.json"}}"#)
    _ = try translator.t("one")
    #expect(translator.flushMissingKeys(within: 10_000))
    #expect(fixture.folder.read("de.missing.json") == #"{"old":"Old","one":"one"}"#)
  }

  @Test func olderFormatsPostToo() throws {
    accept("dev")
    let first = try fixture.translator(
      .v1,
      #"{"lng":"de","sendMissing":true,"resPostPath":"http://h/add/__lng__/__ns__","#
        + #""resStore":{"de":{"translation":{}}}}"#)
    _ = try first.t("one")
    #expect(first.flushMissingKeys(within: 10_000))
    let second = try fixture.translator(
      .ios,
      #"{"lang":"de","saveMissing":true,"resourcesBaseURL":"http://h/","#
        + #""resourcesPostPathTemplate":"/add/__lng__/__ns__","#
        + #""resourcesStore":{"de":{"translation":{}}}}"#)
    _ = try second.t("two")
    #expect(second.flushMissingKeys(within: 10_000))
    #expect(
      posts == [
        #"POST http://h/add/dev/translation {"one":"one"}"#,
        #"POST http://h/add/dev/translation {"two":""}"#,
      ])
  }
}
