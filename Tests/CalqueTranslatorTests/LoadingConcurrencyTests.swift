import CalqueBase
import CalqueLoading
import CalqueTranslator
import CalqueTransport
import Synchronization
import TestSupport
import Testing

/// Readers translate while loads put new texts in place.
@Suite struct LoadingConcurrencyTests {
  private let fixture = LoadingFixture()

  @Test func readersSeeWholeLoads() throws {
    let url: Text = "http://h/de/translation"
    let bodies = (0..<20).map { version in
      Response(status: 200, body: "{\"a\":\"\(version)\",\"b\":\"\(version)\"}".text)
    }
    fixture.server.answer(url, with: bodies.map { .success($0) })
    let translator = try fixture.translator(
      .v4,
      #"{"lng":"de","fallbackLng":false,"backend":{"loadPath":"http://h/{{lng}}/{{ns}}"}}"#)
    _ = try translator.load()
    let isDone = Atomic<Bool>(false)
    let torn = Atomic<Int>(0)
    let readers = (0..<3).map { _ in
      { @Sendable in
        while !isDone.load(ordering: .acquiring) {
          let view = View(
            translator.snapshot, lngs: [], hasFallbacks: true, namespaces: [], keyPrefix: "")
          let (a, b) = (view.translate("a", Members()).text, view.translate("b", Members()).text)
          if a != b { torn.add(1, ordering: .relaxed) }
          _ = translator.translate(["a"], Members())
        }
      }
    }
    let writer = { @Sendable in
      for round in 0..<40 {
        if round.isMultiple(of: 4) {
          translator.load(LoadOptions()) { _ in }.cancel()
        } else {
          _ = try? translator.load(LoadOptions())
        }
      }
      isDone.store(true, ordering: .releasing)
    }
    Threads.run(readers + [writer])
    #expect(torn.load(ordering: .acquiring) == 0)
  }

  @Test func loadsFromManyThreadsCompleteOnceEach() throws {
    let translator = try fixture.translator(
      .v4,
      #"{"lng":"de","fallbackLng":"en","backend":{"loadPath":"http://h/{{lng}}/{{ns}}"},"#
        + #""updateLocalCache":true,"localCachePath":"FOLDER/c"}"#)
    fixture.answer("http://h/de/translation", #"{"k":"K"}"#)
    let ends = Ends()
    Threads.run(
      (0..<4).map { thread in
        { @Sendable in
          for round in 0..<15 {
            let load = translator.load(LoadOptions(), completion: ends.completion)
            if (round + thread).isMultiple(of: 3) { load.cancel() }
            if round.isMultiple(of: 5) { translator.changeLanguage(to: ["it"]) }
          }
        }
      })
    #expect(ends.wait(for: 60).count == 60)
  }
}
