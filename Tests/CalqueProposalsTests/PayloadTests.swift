import CalqueBase
import CalqueJSON
import Testing

@testable import CalqueProposals

@Suite struct PayloadTests {
  private let payload = Payload()

  private func texts(_ json: Text) throws -> [String: String] {
    var all: [String: String] = [:]
    for table in try payload.resource(json, locale: "en").tables {
      for (joined, text) in zip(table.texts.keys, table.texts.values) {
        let name = ItemIdentifier(joined: joined)?.text ?? "?"
        all[(table.locale + ":" + name).string] = text.string
      }
    }
    return all
  }

  @Test func aNestedResourceHasSectionsAndKeys() throws {
    let json = Sample.resource("da-DK", #"{"default": {"ok": "OK"}, "home": {"a": "1", "b": "2"}}"#)
    let wanted = ["da-DK:default.ok": "OK", "da-DK:home.a": "1", "da-DK:home.b": "2"]
    #expect(try texts(json) == wanted)
  }

  @Test func aFlatResourceHasKeysThatMayNameTheirSection() throws {
    let json = Sample.resource("da", #"{"ok": "OK", "home.title": "T", "a.b.c": "deep"}"#)
    let wanted = ["da:default.ok": "OK", "da:home.title": "T", "da:default.a.b.c": "deep"]
    #expect(try texts(json) == wanted)
  }

  @Test func aResourceOfAllLanguagesMakesATableForEach() throws {
    let json: Text = #"""
      {"data": {"en-GB": {"home": {"t": "E"}}, "da_DK": {"home": {"t": "D"}}},
       "meta": {"is_cached": false,}}
      """#
    #expect(try texts(json) == ["en-GB:home.t": "E", "da_DK:home.t": "D"])
    #expect(try payload.resource(json).language == nil)
    #expect(try payload.resource(json).tables.allSatisfy { $0.isOneOfAll })
  }

  @Test(
    arguments: [
      #"{"data": {"Translation": {"home": {"t": "E"}}}}"#,
      #"{"data": {"translations": {"home": {"t": "E"}}}}"#,
      #"{"translations": {"home": {"t": "E"}}}"#,
    ])
  func textsMayStandInAMemberOfTheirOwn(json: String) throws {
    #expect(try texts(Text(json)) == ["en:home.t": "E"])
  }

  @Test func aSectionMayBeNamedLikeThatMember() throws {
    #expect(try texts(#"{"data": {"translations": {"t": "E"}}}"#) == ["en:translations.t": "E"])
  }

  @Test func keysAreNotTransformed() throws {
    let json: Text = #"{"data": {"home": {"testURL": "u", "snake_case": "s", "": "x", "n": null}}}"#
    #expect(try texts(json) == ["en:home.testURL": "u", "en:home.snake_case": "s"])
  }

  @Test(
    arguments: [
      (#"{}"#, "data"), (#"{"data": {}}"#, "data"), (#"{"data": []}"#, "data"), ("[{}]", ""),
      (#"{"data": {"home": {"t": 1}}}"#, "data.home.t"),
      (#"{"data": {"home": {"t": {"u": "x"}}}}"#, "data.home.t"),
      (#"{"data": {"home": {"t": "x"}}, "meta": 3}"#, "meta"),
      (#"{"data": {"home": {"t": "x"}}, "meta": {"language": {"id": 1}}}"#, "meta.language.locale"),
    ])
  func aResourceOfAWrongTypeIsRefusedWithThePath(json: String, path: String) {
    let refused = refusal { try payload.resource(Text(json), locale: "en") }
    #expect(refused?.code == .invalidType)
    #expect(refused?.path.string == path)
  }

  @Test func aResourceThatDoesNotSayItsLanguageIsRefused() {
    let refused = refusal { try payload.resource(#"{"data": {"home": {"t": "x"}}}"#) }
    #expect(refused?.code == .invalidType)
    #expect(refused?.path == "meta.language.locale")
  }

  @Test func brokenJSONIsRefusedWithThePosition() {
    let refused = refusal { try payload.resource("{\"data\": {\n  \"a\": {\"b\": \"c\"}oops }") }
    #expect(refused?.code == .invalidJSON)
    #expect(refused?.position?.line == 2)
  }

  @Test(
    arguments: [
      Sample.index(Sample.entry(1, "en-GB")), "[" + Sample.entry(1, "en-GB") + "]",
      "{\"data\": {\"localize\": [" + Sample.entry(1, "en-GB") + ",]}}",
    ])
  func anIndexMayStandInDataOrAlone(json: Text) throws {
    let entries = try payload.index(json)
    #expect(entries.count == 1)
    #expect(entries.first?.language.locale == "en-GB")
    #expect(entries.first?.shouldUpdate == true)
    #expect(entries.first?.lastUpdatedAt == "\"2026-01-02 03:04:05\"")
    #expect(try entries.map { try IndexEntry($0.value, path: "") } == entries)
  }

  @Test(
    arguments: [
      (#"{"data": {"a": 1}}"#, "data"), (#"{"data": [1]}"#, "data.0"),
      (#"{"data": [{"url": "u"}]}"#, "data.0.language"),
      (#"{"data": [{"language": {"locale": 3}}]}"#, "data.0.language.locale"),
      (
        #"{"data": [{"language": {"locale": "en", "is_default": "yes"}}]}"#,
        "data.0.language.is_default"
      ),
    ])
  func anIndexOfAWrongTypeIsRefusedWithThePath(json: String, path: String) {
    let refused = refusal { try payload.index(Text(json)) }
    #expect(refused?.code == .invalidType)
    #expect(refused?.path.string == path)
  }

  @Test func aProposalHasItsMembers() throws {
    let proposal = try payload.proposal(Sample.stored(Sample.proposal(12, "Hi", canDelete: "true")))
    #expect(proposal.id == 12)
    #expect(proposal.applicationID == 9)
    #expect(proposal.identifier == .title)
    #expect(proposal.locale == "en-GB")
    #expect(proposal.value == "Hi")
    #expect(proposal.canDelete == true)
  }

  @Test(
    arguments: [
      #"{"section": "a", "key": "b", "locale": "en", "value": "x"}"#,
      #"{"id": "1", "section": "a", "key": "b", "locale": "en", "value": "x"}"#,
      #"{"id": 1, "section": "a", "locale": "en", "value": "x"}"#,
      #"{"id": 1, "section": "a", "key": "b", "value": "x"}"#,
      #"{"id": 1, "section": "a", "key": "b", "locale": "en"}"#, "[]",
    ])
  func aProposalWithoutWhatItNeedsIsRefused(json: String) {
    #expect(refusal { try payload.proposal(Sample.stored(Text(json))) }?.code == .invalidType)
  }

  @Test func limitsHoldAtTheirEdges() throws {
    var limits = LocalizationLimits()
    limits.maximumTexts = 3
    limits.maximumLanguages = 3
    limits.maximumProposals = 3
    let payload = Payload(limits)
    for count in 2...4 {
      let code: DiagnosticCode? = count <= 3 ? nil : .limitExceeded
      let numbers = (1...count).map { Decimal.text(of: Int64($0)) }
      let texts = Text.joined(numbers.map { "\"" + $0 + "\": \"x\"" }, by: ",")
      let resource = Sample.resource("en", "{\"home\": {" + texts + "}}")
      #expect(refusal { try payload.resource(resource) }?.code == code)
      let entries = "[" + Text.joined(numbers.map { _ in Sample.entry(1, "en") }, by: ",") + "]"
      #expect(refusal { try payload.index(entries) }?.code == code)
      let list = Text.joined(numbers.map { _ in Sample.proposal(1, "x") }, by: ",")
      #expect(refusal { try payload.proposals("{\"data\": [" + list + "]}") }?.code == code)
    }
    for bytes in [40, 41, 42] {
      limits.maximumBytes = 41
      let text = "[" + Text([UInt8](repeating: 0x20, count: bytes - 2)) + "]"
      let code: DiagnosticCode? = bytes <= 41 ? nil : .limitExceeded
      #expect(refusal { try Payload(limits).index(text) }?.code == code)
    }
  }
}
