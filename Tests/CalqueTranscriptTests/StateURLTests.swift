import CalqueBase
import Testing

@testable import CalqueTranscript

@Suite struct StateURLTests {
  @Test(arguments: [
    ("https://e/", "https://e/?k=a%26b%3Dc%2Bd%25%20%F0%9F%8D%8E"),
    ("https://e/?x=1#part", "https://e/?x=1&k=a%26b%3Dc%2Bd%25%20%F0%9F%8D%8E#part"),
    ("https://e/?k=1&x=2&k=3", "https://e/?k=a%26b%3Dc%2Bd%25%20%F0%9F%8D%8E&x=2"),
    ("data:,", "data:,?k=a%26b%3Dc%2Bd%25%20%F0%9F%8D%8E"),
    ("https://e/#a?k=1", "https://e/?k=a%26b%3Dc%2Bd%25%20%F0%9F%8D%8E#a?k=1"),
  ])
  func itemsAreSetAndReadBack(_ base: String, _ expected: String) {
    var url = StateURL(Text(base))
    url.set("k", to: "a&b=c+d% 🍎")
    #expect(url.text.string == expected)
    #expect(url.items.first { $0.name == "k" }?.value == "a&b=c+d% 🍎")
  }

  @Test func nilRemovesEveryItemOfTheName() {
    var url = StateURL("https://e/?a=1&%61=2")
    url.set("a", to: nil)
    #expect(url.text == "https://e/")
  }

  @Test func readingDecodesOnceAndLeavesPlusAndBadEscapes() {
    let items = StateURL("http://e/?a=1+2&b&&c=%2525&d=%zz&e=%ff&=x&f=%").items
    #expect(items.map { $0.name.string } == ["a", "b", "c", "d", "e", "", "f"])
    #expect(items.map { $0.value?.string } == ["1+2", nil, "%25", "%zz", "%ff", "x", "%"])
  }

  @Test func everyByteSurvivesSettingAndReading() {
    let all = Text((0...0x7F).map { UInt8($0) }) + "äß漢🍎"
    var url = StateURL("https://e/")
    url.set(all, to: all)
    #expect(url.items.count == 1)
    #expect(url.items.first?.name == all)
    #expect(url.items.first?.value == all)
    #expect(!url.text.bytes.contains { $0 <= 0x20 || $0 >= 0x7F })
  }

  @Test func whatMayNotStandInAURLIsEncoded() {
    #expect(
      StateURL("https://e/ö \"<>{}|\\^`").text.string
        == "https://e/%C3%B6%20%22%3C%3E%7B%7D%7C%5C%5E%60")
    #expect(StateURL("https://e/%C3%B6?a=%zz").text == "https://e/%C3%B6?a=%zz")
  }

  @Test(arguments: ["http://e", "https://e/?v=1", "HTTPS://e", "data:,x", "data:text/plain,"])
  func knownSchemesPass(_ url: String) throws {
    try StateURL(Text(url)).validate()
  }

  @Test(arguments: [
    "", "e", "myapp://x", "file:///a.png", "javascript:alert(1)", "http:", "https://", "http:/e",
    "https:///path", "https://?a=1", "data:", ":", "http//e",
  ])
  func otherSchemesAreRefused(_ url: String) {
    #expect(throws: Diagnostic.self) { try StateURL(Text(url)).validate() }
    #expect(StateURL(Text(url)).refusal?.code == .invalidArgument)
    #expect(StateURL(Text(url)).refusal?.detail == 0)
  }

  @Test(arguments: [(4999, nil), (5000, nil), (5001, TranscriptError.urlExceedsMaxSize)])
  func lengthIsLimited(_ length: Int, _ error: TranscriptError?) {
    let url = StateURL(Text("https://e/" + String(repeating: "x", count: length - 10)))
    #expect(url.text.count == length)
    #expect(url.refusal?.detail == error?.rawValue)
  }

  @Test func percentEncodingCountsForTheLength() {
    // Each letter is six characters: 10 + 831 * 6 = 4996, one more is 5002.
    let fits = StateURL(Text("https://e/" + String(repeating: "é", count: 831)))
    let exceeds = StateURL(Text("https://e/" + String(repeating: "é", count: 832)))
    #expect(fits.refusal == nil)
    #expect(exceeds.refusal?.detail == TranscriptError.urlExceedsMaxSize.rawValue)
  }
}

extension StateURL {
  /// The error that `validate` throws.
  var refusal: Diagnostic? {
    do throws(Diagnostic) {
      try validate()
      return nil
    } catch {
      return error
    }
  }
}
