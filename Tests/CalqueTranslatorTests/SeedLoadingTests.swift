import CalqueBase
import CalqueJSON
import CalqueLoading
import CalqueTranslator
import CalqueTransport
import TestSupport
import Testing

/// Each way of loading that i18next-ios describes, by its name there.
@Suite struct SeedLoadingTests {
  private let fixture = LoadingFixture()
  private let base: Text = #""resourcesBaseURL":"http://example.com""#

  @Test func passedResourcesCompleteAtOnceAndNothingElseIsLoaded() throws {
    let translator = try fixture.translator(
      .ios,
      #"{"lang":"en-US","# + base + #","loadFromLanguageBundles":true,"resourcesStore":{"#
        + #""en-US":{"translation":{"key":"passed"}}}}"#)
    let report = try translator.load()
    #expect(report.status == .ok)
    #expect(report.files.isEmpty)
    #expect(fixture.urls.isEmpty)
    #expect(try translator.t("key") == "passed")
  }

  @Test func staticRouteAsksForEachLanguage() throws {
    for lng: Text in ["en-US", "en", "dev"] {
      fixture.answer(
        "http://example.com/locales/" + lng + "/translation.json", #"{"in":""# + lng + #""}"#)
    }
    let translator = try fixture.translator(.ios, #"{"lang":"en-US","# + base + "}")
    #expect(try translator.load().status == .ok)
    #expect(
      fixture.urls == [
        "http://example.com/locales/en-US/translation.json",
        "http://example.com/locales/en/translation.json",
        "http://example.com/locales/dev/translation.json",
      ])
    #expect(try translator.t("in") == "en-US")
    #expect(try translator.t("in", #"{"lang":"en"}"#) == "en")
  }

  @Test func staticRouteWithOneFailingKeepsTheOthers() throws {
    fixture.answer("http://example.com/locales/en/translation.json", #"{"key":"value"}"#)
    let translator = try fixture.translator(
      .ios, #"{"lang":"en","fallbackLang":"dev","# + base + "}")
    let report = try translator.load()
    #expect(report.status == .partial)
    #expect(report.lines == ["en/translation network loaded", "dev/translation network failed"])
    let failure = try #require(report.files[1].failure)
    #expect(failure.code == .httpStatus)
    #expect(failure.detail == 1)
    #expect(report.files[1].httpStatus == 404)
    #expect(try translator.t("key") == "value")
  }

  @Test func dynamicRouteAsksOnce() throws {
    let url: Text = "http://example.com/resources.json?lng=en-US+en+dev&ns=translation"
    fixture.answer(
      url,
      #"{"en-US":{"translation":{"a":"US"}},"en":{"translation":{"a":"E","b":"B"}},"#
        + #""dev":{"translation":{"c":"C"}}}"#)
    let translator = try fixture.translator(
      .ios,
      #"{"lang":"en-US","dynamicLoad":true,"# + base
        + #","resourcesGetPathTemplate":"resources.json?lng=__lng__&ns=__ns__"}"#)
    #expect(try translator.load().status == .ok)
    #expect(fixture.urls == [url.string])
    #expect(try ["a", "b", "c"].map { try translator.t($0) } == ["US", "B", "C"])
  }

  @Test func dynamicRouteThatFailsIsReportedForEachFile() throws {
    let translator = try fixture.translator(
      .ios, #"{"lang":"en","namespaces":["a","b"],"dynamicLoad":true,"# + base + "}")
    let report = try translator.load()
    #expect(report.status == .failed)
    #expect(report.failure?.code == .loadFailed)
    #expect(report.failure?.detail == 1)
    #expect(report.files.count == 4)
    #expect(report.files.allSatisfy { $0.httpStatus == 404 && $0.outcome == .failed })
  }

  @Test func languageBundlesAreLoaded() throws {
    try fixture.folder.write(#"{"translation":{"key":"en"}}"#, to: "en.lproj/i18next.json")
    try fixture.folder.write(#"{"translation":{"key":"US"}}"#, to: "en-US.lproj/i18next.json")
    let translator = try fixture.translator(
      .ios,
      #"{"lang":"en-US","loadFromLanguageBundles":true,"languageBundlesPath":"FOLDER"}"#)
    let report = try translator.load()
    #expect(report.status == .ok)
    #expect(
      report.lines == [
        "en-US/translation bundle loaded", "en/translation bundle loaded",
        "dev/translation none absent",
      ])
    #expect(try translator.t("key") == "US")
  }

  @Test(arguments: ["myFile", "myFile.json"] as [Text])
  func languageBundlesMayHaveAnotherFileName(name: Text) throws {
    try fixture.folder.write(#"{"translation":{"key":"mine"}}"#, to: "en.lproj/myFile.json")
    let translator = try fixture.translator(
      .ios,
      #"{"lang":"en","loadFromLanguageBundles":true,"languageBundlesPath":"FOLDER","#
        + #""filenameInLanguageBundles":""# + name + #""}"#)
    _ = try translator.load()
    #expect(try translator.t("key") == "mine")
  }

  @Test func localCacheIsLoaded() throws {
    try fixture.folder.write(
      #"{"translation":{"key":"kept"},"other":{"k":"o"}}"#, to: "cache/en.json")
    let translator = try fixture.translator(
      .ios, #"{"lang":"en","loadFromLocalCache":true,"localCachePath":"FOLDER/cache"}"#)
    let report = try translator.load()
    #expect(report.status == .ok)
    #expect(try translator.t("key") == "kept")
  }

  @Test func updateLocalCacheKeepsWhatWasLoaded() throws {
    fixture.answer("http://example.com/locales/en/translation.json", #"{"key":"value"}"#)
    let options: Text = #"{"lang":"en","fallbackLang":null,"localCachePath":"FOLDER/cache","#
    let loading = try fixture.translator(.ios, options + #""updateLocalCache":true,"# + base + "}")
    #expect(try loading.load().status == .ok)
    #expect(fixture.folder.read("cache/en.json") == #"{"translation":{"key":"value"}}"#)
    let reading = try fixture.translator(.ios, options + #""loadFromLocalCache":true}"#)
    #expect(try reading.load().status == .ok)
    #expect(try reading.t("key") == "value")
    #expect(fixture.urls.count == 1)
  }

  @Test func theCacheComesBeforeTheBundle() throws {
    try fixture.folder.write(
      #"{"translation":{"a":"bundle","b":"bundle"}}"#, to: "en.lproj/i18next.json")
    try fixture.folder.write(#"{"translation":{"a":"cache"}}"#, to: "cache/en.json")
    let translator = try fixture.translator(
      .ios,
      #"{"lang":"en","loadFromLanguageBundles":true,"languageBundlesPath":"FOLDER","#
        + #""loadFromLocalCache":true,"localCachePath":"FOLDER/cache"}"#)
    #expect(try translator.load().status == .ok)
    #expect(try translator.t("a") == "cache")
    #expect(try translator.t("b") == "bundle")
  }

  @Test func cacheErrorsAreReportedAndTheRestIsLoaded() throws {
    try fixture.folder.write(#"{"translation":{"key"#, to: "cache/en-US.json")
    try fixture.folder.write(#"{"translation":{"key":"en"}}"#, to: "cache/en.json")
    let translator = try fixture.translator(
      .ios, #"{"lang":"en-US","loadFromLocalCache":true,"localCachePath":"FOLDER/cache"}"#)
    let report = try translator.load()
    #expect(report.status == .partial)
    let problem = try #require(report.files.last)
    #expect(problem.lng == "en-US" && problem.ns.isEmpty && problem.source == .cache)
    #expect(problem.failure?.code == .corrupt)
    #expect(problem.failure?.detail == 10)
    #expect(try translator.t("key") == "en")
  }

  @Test func synchronousLocalLoadIsDoneWithTheTranslator() throws {
    try fixture.folder.write(#"{"translation":{"key":"value"}}"#, to: "en.lproj/i18next.json")
    let translator = try fixture.translator(
      .ios,
      #"{"lang":"en","loadFromLanguageBundles":true,"languageBundlesPath":"FOLDER","#
        + #""loadFromLocalCache":true,"localCachePath":"FOLDER/none","synchronousLocalLoad":true}"#)
    #expect(try translator.t("key") == "value")
  }

  /// "synchronousLocalLoad = YES" with a server beside the bundle: the text of the bundle is there at
  /// once, and the server is still asked for the new language.
  @Test(arguments: ["true", "false"] as [Text])
  func aServerIsAskedForTheNewLanguageToo(isSynchronous: Text) throws {
    for lng: Text in ["en", "de"] {
      try fixture.folder.write(
        #"{"translation":{"key":"bundle "# + lng + #""}}"#, to: lng + ".lproj/i18next.json")
      fixture.answer(
        "http://example.com/locales/" + lng + "/translation.json",
        #"{"key":"server "# + lng + #""}"#)
    }
    let translator = try fixture.translator(
      .ios,
      #"{"lang":"en","# + base + #","loadFromLanguageBundles":true,"languageBundlesPath":"FOLDER","#
        + #""fallbackLang":null,"synchronousLocalLoad":"# + isSynchronous + "}")
    #expect(try translator.load().status == .ok)
    translator.changeLanguage(to: ["de"])
    if isSynchronous.equals("true") { #expect(try translator.t("key").hasSuffix(" de")) }
    // A load of what is missing ends behind the one that the change has begun.
    _ = try translator.load(#"{"lngs":["de"],"onlyMissing":true}"#)
    #expect(try translator.t("key") == "server de")
    #expect(translator.snapshot.language == "de")
    #expect(fixture.urls.filter { $0.contains("/de/") }.count == 1)
    translator.changeLanguage(to: ["en"])
    #expect(try translator.t("key") == "server en")
  }

  @Test(
    arguments: [
      (#""langLoadType":"current""#, "en-US dev"), (#""langLoadType":"unspecific""#, "en dev"),
      (#""langLoadType":"all""#, "en-US en dev"), (#""fallbackLang":null"#, "en-US en"),
      (#""fallbackLang":"de""#, "en-US en de"), (#""lowercaseLang":true"#, "en-us en dev"),
      (#""lang":"en_US""#, "en-US en dev"),
    ] as [(Text, String)])
  func onlyTheLanguagesOfTheOptionsAreLoaded(option: Text, languages: String) throws {
    let translator = try fixture.translator(
      .ios,
      #"{"lang":"en-US","resourcesGetPathTemplate":"__lng__","# + base + "," + option + "}")
    _ = try translator.load()
    let asked = fixture.urls.map { $0.dropFirst("http://example.com/".count) }
    #expect(asked.joined(separator: " ") == languages)
  }

  @Test func additionalNamespacesAreLoaded() throws {
    let translator = try fixture.translator(
      .ios,
      #"{"lang":"en","fallbackLang":null,"namespaces":["one","two"],"#
        + #""resourcesGetPathTemplate":"{{lng}}/__ns__","# + base + "}")
    _ = try translator.load()
    #expect(fixture.urls == ["http://example.com/en/one", "http://example.com/en/two"])
  }

  @Test func onlyStatus200WillDo() throws {
    fixture.server.answer(
      "http://example.com/locales/en/translation.json", with: Response(status: 203, body: "{}"))
    let translator = try fixture.translator(
      .ios, #"{"lang":"en","fallbackLang":null,"# + base + "}")
    let report = try translator.load()
    #expect(report.status == .failed)
    #expect(report.files.first?.httpStatus == 203)
    #expect(report.files.first?.failure?.code == .httpStatus)
  }

  @Test(arguments: ["", "[1]", #"{"a":"#, "<html>", "\u{FF}"] as [Text])
  func anAnswerThatIsNoObjectIsInvalidLanguageData(body: Text) throws {
    fixture.answer("http://example.com/locales/en/translation.json", body)
    let translator = try fixture.translator(
      .ios, #"{"lang":"en","fallbackLang":null,"# + base + "}")
    let file = try #require(try translator.load().files.first)
    #expect(file.outcome == .failed)
    #expect(file.failure?.code == .badResponse)
    #expect(file.failure?.detail == 2)
  }

  @Test func noSourceCompletesToo() throws {
    let translator = try fixture.translator(.ios, #"{"lang":"en"}"#)
    #expect(try translator.load().status == .ok)
    let empty = try fixture.translator(.ios, #"{"fallbackLang":null,"# + base + "}")
    #expect(try empty.load().status == .ok)
    let none = try fixture.translator(.ios, #"{"lang":"en","namespaces":[],"# + base + "}")
    #expect(try none.load().status == .ok)
    #expect(fixture.urls.isEmpty)
  }
}
