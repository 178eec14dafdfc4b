import Calque
import Foundation
import TestSupport
import Testing

/// The names of i18next-ios.
@Suite struct I18NextTests {
  private func options(_ texts: JSONValue) -> I18NextOptions {
    var options = I18NextOptions()
    options.lang = "en-US"
    options.resourcesStore = ["en": ["translation": texts]]
    return options
  }

  /// "When you pass in the resources, the completion block fires immediately."
  @Test func aLivingInstanceTakesNewOptions() {
    let i18n = I18Next()
    #expect(i18n.t("key") == "key")
    #expect(i18n.t("key", defaultValue: "my text") == "my text")
    let ended = Latch<Bool>()
    i18n.load(options: options(["key": "one"]).asDictionary()) { ended.open($0 == nil) }
    #expect(ended.wait(milliseconds: 0) == true)
    #expect(i18n.t("key") == "one")
    i18n.load(options: options(["key": "two"]).asDictionary(), completion: nil)
    #expect(i18n.t("key") == "two")
    #expect(i18n.exists("key"))
  }

  @Test func wrongOptionsKeepWhatWasThere() {
    let i18n = I18Next()
    i18n.load(options: options(["key": "one"]).asDictionary(), completion: nil)
    let told = Latch<CalqueError.Status?>()
    i18n.load(options: ["lang": 5]) { told.open($0?.status) }
    #expect(told.wait(milliseconds: 0) == .some(.invalidOption))
    #expect(i18n.t("key") == "one")
  }

  /// "options.fallbackLang = nil": the fallback language is neither loaded nor looked in.
  @Test func noFallbackLanguageIsSaid() throws {
    var given = I18NextOptions()
    given.lang = "en"
    given.resourcesStore = ["dev": ["translation": ["key": "of dev"]]]
    let i18n = I18Next()
    i18n.load(options: given.asDictionary(), completion: nil)
    #expect(i18n.t("key") == "of dev")
    given.fallbackLang = nil
    i18n.load(options: given.asDictionary(), completion: nil)
    #expect(i18n.t("key") == "key")
  }

  /// "options.synchronousLocalLoad = YES": the next call for a key succeeds.
  @Test func bundlesAreThereWhenLoadReturns() throws {
    let folder = TestFolder()
    try folder.write(#"{"translation": {"key": "value"}}"#, to: "en.lproj/i18next.json")
    var given = I18NextOptions()
    given.lang = "en"
    given.fallbackLang = nil
    given.loadFromLanguageBundles = true
    given.languageBundles = Foundation.Bundle(path: folder.path.string)
    given.synchronousLocalLoad = true
    let i18n = I18Next()
    i18n.load(options: given.asDictionary(), completion: nil)
    #expect(i18n.t("key") == "value")
  }

  @Test func theSharedInstanceIsOne() {
    let mine = I18Next()
    I18Next.setSharedInstance(mine)
    #expect(I18Next.sharedInstance() === mine)
    mine.load(
      options: options(["vars": "__a__ and __b__", "n": "1", "n_plural": "n"]).asDictionary(),
      completion: nil)
    #expect(I18NEXT("vars", variables: ["a": 1, "b": "x"]) == "1 and x")
    #expect(I18NEXT("n", count: 2) == "n")
    #expect(I18NEXT(["none", "n"]) == "1")
    I18Next.setSharedInstance(nil)
    #expect(I18Next.sharedInstance() !== mine)
  }
}
