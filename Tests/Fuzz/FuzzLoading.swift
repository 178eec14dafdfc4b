import CalqueBase
import CalqueLoading
import CalqueTranslator
import CalqueTransport
import TestSupport

/// Gives the loader documents of any bytes: as answers for each file and for all at once, as bundles,
/// and as what is cached, with an envelope that fits or not.
///
/// Loaded resources must stay when a document does not replace them, and good answers must be taken
/// whatever the cache contains. The first byte chooses shapes and a status. Behind it, the first
/// line is an answer, the second what is cached and brought along; the rest is what the cache notes
/// of it.
enum FuzzLoading {
  private static let url: Text = "http://server/texts"
  private static let folder = FuzzFolder("loading", with: ["de.lproj"])
  private static let namespaces: [Text] = ["common", "other"]

  static func run(_ input: FuzzInput) {
    var input = input
    guard let first = input.byte() else { return }
    let isAllAtOnce = first & 1 != 0
    answer(input.line(), Int([200, 201, 304, 404][Int(first >> 1 & 3)]), isAllAtOnce)
    let content = input.line()
    let envelope = envelope(input.rest(), of: content, fits: first & 8 != 0)
    restart(content, envelope, isAllAtOnce, isKept: first & 0xF0 == 0xF0)
  }

  // MARK: Answers

  /// A document where good ones were.
  private static func answer(_ document: Text, _ status: Int, _ isAllAtOnce: Bool) {
    let server = MemoryTransport()
    let translator = translator(over: server, isAllAtOnce)
    server.answer(url, with: good(isAllAtOnce))
    let before = load(translator)
    precondition(before.files.allSatisfy { $0.outcome == .loaded }, "good answers are taken")
    server.answer(url, with: Response(status: status, headers: etag, body: document))
    for file in load(translator).files where file.outcome != .loaded {
      precondition(isGood(translator, file.ns), "what was loaded is gone")
    }
  }

  // MARK: Cache

  /// The state of an earlier run, without a server and with one.
  private static func restart(
    _ content: Text, _ envelope: Text, _ isAllAtOnce: Bool, isKept: Bool
  ) {
    folder.write(content, to: "de.json")
    folder.write(envelope, to: "de.state")
    folder.write(content, to: "de.lproj/i18next.json")
    let server = MemoryTransport()
    _ = load(translator(over: server, isAllAtOnce, readsCache: true))
    server.answer(url, with: good(isAllAtOnce))
    let translator = translator(over: server, isAllAtOnce, readsCache: true, isKept: isKept)
    for file in load(translator).files where file.source == .network && file.outcome == .loaded {
      precondition(isGood(translator, file.ns), "a good answer is not taken")
    }
  }

  /// - Parameter fits: it names the content as the loader would; what is noted is any bytes.
  private static func envelope(_ notes: Text, of content: Text, fits: Bool) -> Text {
    guard fits else { return notes }
    let size = Decimal.text(of: Int64(content.count))
    let mark = size + "-" + Hexadecimal.text(of: Hash.of(content))
    return #"{"content":""# + mark + #"","namespaces":"# + notes + "}"
  }

  // MARK: Valid responses

  private static let etag = [Header("ETag", "\"1\"")]

  private static func good(_ isAllAtOnce: Bool) -> Response {
    let tree: Text = #"{"kept":"good"}"#
    let all = #"{"de":{"common":"# + tree + #","other":"# + tree + "}}"
    return Response(status: 200, headers: etag, body: isAllAtOnce ? all : tree)
  }

  private static func isGood(_ translator: Translator, _ ns: Text) -> Bool {
    translator.translate([ns + ":kept"], Members()).text == "good"
  }

  private static func load(_ translator: Translator) -> LoadReport {
    guard let report = try? translator.load(LoadOptions()) else {
      preconditionFailure("a load reports")
    }
    return report
  }

  private static func translator(
    over server: MemoryTransport, _ isAllAtOnce: Bool, readsCache: Bool = false,
    isKept: Bool = false
  ) -> Translator {
    let options = Members([
      ("lng", .text("de")), ("fallbackLng", .bool(false)),
      ("ns", .array(namespaces.map { .text($0) })), ("loadPath", .text(url)),
      ("allowMultiLoading", .bool(isAllAtOnce)), ("maxRetries", .int(0)),
      ("loadFromLocalCache", .bool(readsCache)), ("updateLocalCache", .bool(isKept)),
      ("localCachePath", .text(folder.path)), ("loadFromLanguageBundles", .bool(readsCache)),
      ("languageBundlesPath", .text(folder.path)),
    ])
    var services = Services(now: { 1_000_000_000_000 })
    services.transport = server
    guard
      let translator = try? Translator(
        format: .v4, given: options, host: HostCallbacks(), services: services)
    else { preconditionFailure("a translator with good options") }
    return translator
  }
}
