import CalqueBase
import CalqueJSON
import CalqueLoading
import CalqueTranslator
import CalqueTransport
import TestSupport
import Testing

/// A translator with a server in memory and a folder of its own.
final class LoadingFixture: Sendable {
  let server = MemoryTransport()
  let folder = TestFolder()
  let journal = Journal()
  private let time = Mutex<Int64>(1_000_000_000_000)

  /// - Parameter options: `FOLDER` stands for the folder.
  func translator(
    _ format: TranslatorFormat, _ options: Text, host: HostCallbacks = HostCallbacks()
  ) throws -> Translator {
    var services = Services(now: { [time] in time.withLock { $0 } })
    services.transport = server
    let given = Text.joined(options.split("FOLDER"), by: folder.path)
    let translator = try Translator(
      format: format, given: TranslatorFixture.members(given), host: host, services: services)
    _ = translator.events.subscribe("initialized loaded failedLoading languageChanged") {
      [journal] name, arguments in
      if name == "initialized" { return journal.note("initialized") }
      journal.note(name.string + JSON.text(of: .array(arguments)).string)
    }
    return translator
  }

  func wait(milliseconds: Int64) { time.withLock { $0 += milliseconds } }

  func answer(_ url: Text, _ body: Text, etag: Text? = nil) {
    let headers = etag.map { [Header("ETag", $0)] } ?? []
    server.answer(url, with: Response(status: 200, headers: headers, body: body))
  }

  var urls: [String] { server.requests.map { $0.url.string } }
}

extension Translator {
  func load(_ given: Text = "{}") throws -> LoadReport {
    try load(LoadOptions(TranslatorFixture.members(given)))
  }
}

extension LoadReport {
  /// Each file in a line: where it came from and what became of it.
  var lines: [String] {
    files.map { file in
      let name = file.ns.isEmpty ? file.lng : file.lng + "/" + file.ns
      return (name + " " + file.source.description + " " + file.outcome.description).string
    }
  }
}

extension LoadSource {
  var description: Text { Text(String(describing: self)) }
}

extension LoadOutcome {
  var description: Text { Text(String(describing: self)) }
}
