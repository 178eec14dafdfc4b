import CPlatform
import CalqueBase
import CalqueLoading
import CalqueTranslator
import CalqueTransport
import TestSupport
import Testing

/// However a load ends, it ends once, and leaves nothing behind.
@Suite struct LoadingLifetimeTests {
  private let fixture = LoadingFixture()
  private let url: Text = "http://h/de/translation"

  private func translator(_ more: Text = "") throws -> Translator {
    fixture.answer(url, #"{"k":"K"}"#)
    return try fixture.translator(
      .v4,
      #"{"lng":"de","fallbackLng":false,"backend":{"loadPath":"http://h/{{lng}}/{{ns}}"}"# + more
        + "}")
  }

  @Test func cancellingCompletesAndAppliesNothing() throws {
    let translator = try translator()
    fixture.server.hold(url)
    let ends = Ends()
    let load = translator.load(LoadOptions(), completion: ends.completion)
    fixture.server.waitForRequests(1)
    load.cancel()
    #expect(ends.wait(for: 1) == [.cancelled])
    load.cancel()
    fixture.server.release(url)
    #expect(fixture.server.cancelled.map { $0.url } == [url])
    #expect(try translator.load().status == .ok)
    #expect(ends.wait(for: 1) == [.cancelled])
  }

  @Test func aLoadThatIsOverCannotBeCancelled() throws {
    let ends = Ends()
    let translator = try translator()
    let load = translator.load(LoadOptions(), completion: ends.completion)
    #expect(ends.wait(for: 1) == [.ok])
    load.cancel()
    #expect(try translator.load().status == .ok)
    #expect(ends.wait(for: 1) == [.ok])
  }

  @Test func fiftyLoadsCancelledInFlightCompleteOnceEach() throws {
    let translator = try translator()
    fixture.server.hold(url)
    let ends = Ends()
    for count in 1...50 {
      let load = translator.load(LoadOptions(), completion: ends.completion)
      fixture.server.waitForRequests(count)
      load.cancel()
      _ = ends.wait(for: count)
    }
    fixture.server.release(url)
    #expect(try translator.load().status == .ok)
    #expect(ends.wait(for: 50) == Array(repeating: .cancelled, count: 50))
    #expect(fixture.server.cancelled.count == 50)
  }

  @Test func aNewerLoadTakesThePlaceOfAnOlderOne() throws {
    let translator = try translator()
    fixture.server.hold(url)
    let ends = Ends()
    for count in 1...50 {
      _ = translator.load(LoadOptions(), completion: ends.completion)
      fixture.server.waitForRequests(count)
    }
    fixture.server.release(url)
    #expect(ends.wait(for: 50) == Array(repeating: .cancelled, count: 49) + [.ok])
    #expect(try translator.t("k") == "K")
  }

  /// The older load keeps its other file; of the shared one only the newer content counts.
  @Test func whatAnOlderLoadBringsLateIsNotPutOverTheNewer() throws {
    let translator = try translator(
      #","ns":["translation","other"],"updateLocalCache":true,"localCachePath":"FOLDER/c""#)
    fixture.server.answer(
      url,
      with: [
        .success(Response(status: 200, body: #"{"k":"older"}"#)),
        .success(Response(status: 200, body: #"{"k":"newer"}"#)),
      ])
    fixture.answer("http://h/de/other", #"{"o":"O"}"#)
    fixture.server.hold("http://h/de/other")
    let ends = Ends()
    _ = translator.load(LoadOptions(), completion: ends.completion)
    fixture.server.waitForRequests(2)
    #expect(try translator.load(#"{"ns":"translation"}"#).status == .ok)
    #expect(try translator.t("k") == "newer")
    fixture.server.release("http://h/de/other")
    #expect(ends.wait(for: 1) == [.ok])
    #expect(try translator.t("k") == "newer")
    #expect(try translator.t("other:o") == "O")
    #expect(
      fixture.folder.read("c/de.json") == #"{"translation":{"k":"newer"},"other":{"o":"O"}}"#)
  }

  @Test func releasingTheTranslatorCompletesItsLoads() throws {
    fixture.server.hold(url)
    let ends = Ends()
    var translator: Translator? = try translator()
    weak let gone = translator
    _ = translator?.load(LoadOptions(), completion: ends.completion)
    fixture.server.waitForRequests(1)
    translator = nil
    #expect(gone == nil)
    #expect(ends.wait(for: 1) == [.cancelled])
    fixture.server.release(url)
    #expect(fixture.server.cancelled.count == 1)
  }

  @Test func releasingBeforeALoadHasBegunCompletesItToo() throws {
    let ends = Ends()
    for _ in 0..<50 {
      let translator = try translator()
      _ = translator.load(LoadOptions(), completion: ends.completion)
    }
    #expect(ends.wait(for: 50).count == 50)
  }

  /// The completion holds the last reference, and gives it up on the thread that loads.
  @Test func theTranslatorMayGoInACompletion() throws {
    let ends = Ends()
    let box = Mutex<Translator?>(try translator())
    fixture.server.hold(url)
    for _ in 0..<2 {
      _ = box.withLock { $0 }?.load(
        LoadOptions(),
        completion: { report in
          let last = box.withLock { held in
            let last = held
            held = nil
            return last
          }
          withExtendedLifetime(last) { ends.note(report.status) }
        })
      // The second load takes the place of the first, which has to be under way.
      fixture.server.waitForRequests(1)
    }
    fixture.server.release(url)
    #expect(ends.wait(for: 2).count == 2)
    #expect(box.withLock { $0 } == nil)
  }

  @Test func aCompletionCannotWaitForALoad() throws {
    let translator = try translator()
    let refusal = Latch<DiagnosticCode?>()
    _ = translator.load(LoadOptions()) { [translator] _ in
      do throws(Diagnostic) {
        _ = try translator.load(LoadOptions())
        refusal.open(nil)
      } catch {
        refusal.open(error.code)
      }
    }
    #expect(refusal.wait() == .refused)
  }

  @Test func aCompletionMayStartALoad() throws {
    let translator = try translator()
    let ends = Ends()
    _ = translator.load(LoadOptions()) { report in
      ends.note(report.status)
      _ = translator.load(LoadOptions(), completion: ends.completion)
    }
    #expect(ends.wait(for: 2) == [.ok, .ok])
  }

  @Test func callbacksRunWhereTheHostWantsThem() throws {
    let work = Mutex<[@Sendable () -> Void]>([])
    var services = Services(now: { 0 })
    services.transport = fixture.server
    services.dispatch = { job in work.change { $0.append(job) } }
    fixture.answer(url, #"{"k":"K"}"#)
    let translator = try Translator(
      format: .v4,
      given: TranslatorFixture.members(
        #"{"lng":"de","fallbackLng":false,"backend":{"loadPath":"http://h/{{lng}}/{{ns}}"}}"#),
      host: HostCallbacks(), services: services)
    let ends = Ends()
    _ = translator.load(LoadOptions(), completion: ends.completion)
    // The blocking form does not wait for the host's thread, which may be this one.
    #expect(try translator.load().status == .ok)
    #expect(ends.count == 0)
    for job in work.change({ $0 }) { job() }
    #expect(ends.count == 1)
  }

  @Test func loadsLeaveNoThreadBehind() throws {
    let before = Self.threads
    for _ in 0..<20 {
      let translator = try translator()
      _ = try translator.load()
      _ = translator.load(LoadOptions()) { _ in }
    }
    // The system ends a thread some time after it was joined, and other tests have theirs.
    for _ in 0..<10_000 where Self.threads > before + 2 { usleep(1000) }
    #expect(Self.threads <= before + 2)
  }

  /// Threads of this process.
  private static var threads: Int {
    guard let directory = opendir("/proc/self/task") else { return 0 }
    defer { closedir(directory) }
    var count = 0
    while calque_platform_next_name(directory) != nil { count += 1 }
    return count
  }
}

/// How loads ended, in order.
final class Ends: Sendable {
  private let monitor = Mutex<[LoadStatus]>([])

  var completion: Load.Completion { { self.note($0.status) } }

  var count: Int { monitor.change { $0.count } }

  func note(_ status: LoadStatus) { monitor.change { $0.append(status) } }

  /// Waits for so many, and yields all that have come.
  func wait(for count: Int) -> [LoadStatus] {
    monitor.wait { $0.count >= count ? .done($0) : .forever }
  }
}
