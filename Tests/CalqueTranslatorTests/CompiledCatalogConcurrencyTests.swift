import CalqueBase
import CalqueCatalog
import CalqueTranslator
import Synchronization
import TestSupport
import Testing

/// A compiled file whose bundles are first checked by several threads at once. Run under the thread
/// sanitizer.
@Suite struct CompiledCatalogConcurrencyTests {
  @Test func oneFileServesManyThreads() throws {
    let json: Text =
      #"{"en":{"a":{"k":"en {{n}}"},"b":{"k":"$t(a:k)!"}},"de":{"a":{"k":"de {{n}}"}}}"#
    let bytes = try CatalogCompiler.compile(
      try TranslatorFixture.members(json), format: .v4, given: Members())
    let memory = bytes.bytes.withUnsafeBytes { MemoryRegion(copying: $0) }
    let archive = try CatalogCompiler.open(memory, isDeferred: true)
    let shared = try TranslatorFixture.make(.v4, #"{"lng":"de","fallbackLng":"en"}"#)
    let right = Atomic<Int>(0)
    let work: @Sendable () -> Void = {
      for _ in 0..<50 {
        guard
          let own = try? TranslatorFixture.make(.v4, #"{"lng":"en"}"#),
          (try? own.addArchive(archive, lngs: nil, mode: .init()))?.inPlace == 3,
          (try? shared.addArchive(archive, lngs: nil, mode: .init())) != nil,
          (try? archive.verify()) != nil,
          (try? own.t("b:k", #"{"n":1}"#)) == "en 1!",
          (try? shared.t("a:k", #"{"n":2}"#)) == "de 2"
        else { return }
        right.add(1, ordering: .relaxed)
      }
    }
    let count = Threads.run([work, work, work])
    #expect(count == 3)
    #expect(right.load(ordering: .relaxed) == 150)
  }

  @Test func whoeverNeedsABundleFirstChecksIt() throws {
    for _ in 0..<20 {
      let archive = try DeferredFixture.archive(damaged: "de")
      let journal = Journal()
      let host = HostCallbacks()
      host.log = { journal.note($0.string) }
      let shared = try TranslatorFixture.make(.v4, #"{"lng":"en"}"#, host: host)
      #expect(try shared.addArchive(archive, lngs: nil, mode: .init()).inPlace == 3)
      let right = Atomic<Int>(0)
      let work: @Sendable () -> Void = {
        let view = View(
          shared.snapshot, lngs: ["ru"], hasFallbacks: true, namespaces: [], keyPrefix: "")
        guard (try? shared.t("k", #"{"lng":"ru","n":1}"#)) == "ru 1",
          (try? shared.t("k", #"{"lng":"de"}"#)) == "k",
          view.translate("k", Members([("n", .int(2))])).text == "ru 2",
          (try? shared.t("k", #"{"n":3}"#)) == "en 3"
        else { return }
        right.add(1, ordering: .relaxed)
      }
      let change: @Sendable () -> Void = {
        try? shared.checkLanguage(["ru"])
        shared.changeLanguage(to: ["ru"])
        shared.changeLanguage(to: ["en"])
      }
      Threads.run([work, work, work])
      Threads.run([change, { _ = archive.catalogs.map { $0.catalog } }])
      #expect(right.load(ordering: .relaxed) == 3)
      #expect(journal.lines == ["a compiled catalog is damaged: de.translation"])
    }
  }
}
