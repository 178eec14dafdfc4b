import CPlatform
import CalqueBase
import CalqueTemplate
import CalqueTranslator
import Synchronization
import TestSupport
import Testing

/// Readers on threads of their own while others load and change. Run under the thread sanitizer.
@Suite struct ConcurrencyTests {
  private final class Progress: Sendable {
    let isOver = Atomic<Bool>(false)
    let readings = Atomic<Int>(0)
    let torn = Atomic<Int>(0)

    func end() { isOver.store(true, ordering: .releasing) }
    var hasEnded: Bool { isOver.load(ordering: .acquiring) }

    func note(isWhole: Bool) {
      readings.add(1, ordering: .relaxed)
      if !isWhole { torn.add(1, ordering: .relaxed) }
    }

    var counts: (readings: Int, torn: Int) {
      (readings.load(ordering: .relaxed), torn.load(ordering: .relaxed))
    }
  }

  /// `pair` refers to two texts that are always written together.
  private func bundle(_ number: Int) -> Members {
    let digits = Decimal.text(of: Int64(number))
    return Members([
      ("left", .text(digits)), ("right", .text(digits)), ("pair", .text("$t(left)/$t(right)")),
      ("hot_one", .text(digits + " {{count}}")),
      ("hot_other", .text(digits + " {{count}} of " + digits)),
    ])
  }

  private func translator(_ format: TranslatorFormat) throws -> Translator {
    let tree = Value.object(Members([("translation", .object(bundle(0)))]))
    let resources = Value.object(Members([("en", tree), ("de", tree)]))
    let (lng, name): (Text, Text) =
      switch format {
      case .ios: ("lang", "resourcesStore")
      case .v1: ("lng", "resStore")
      default: ("lng", "resources")
      }
    let given = Members([(lng, .text("en")), (name, resources)])
    return try Translator(format: format, given: given, host: HostCallbacks())
  }

  private static func isWhole(_ text: Text) -> Bool {
    let parts = text.split("/")
    return parts.count == 2 && parts[0] == parts[1] && !parts[0].isEmpty
  }

  @Test(arguments: [TranslatorFormat.v4, .v1, .ios])
  func readersSeeWholeLoads(format: TranslatorFormat) throws {
    let translator = try translator(format)
    let bundles = (0..<50).map { bundle($0) }
    let progress = Progress()
    let reader: @Sendable () -> Void = {
      repeat {
        let text = translator.translate(["pair"], Members()).text
        progress.note(isWhole: Self.isWhole(text))
      } while !progress.hasEnded
    }
    let writer: @Sendable () -> Void = {
      for (number, tree) in bundles.enumerated() {
        try? translator.addBundle(tree, lng: "en", ns: "translation", mode: .init(silent: true))
        try? translator.addBundle(tree, lng: "de", ns: "translation", mode: .init(deep: true))
        translator.changeLanguage(to: [number % 2 == 0 ? "de" : "en"])
        translator.setPostProcessor("none") { _, _, _ in nil }
      }
      progress.end()
    }
    #expect(Threads.run([reader, reader, writer]) == 3)
    #expect(progress.counts.readings >= 2)
    #expect(progress.counts.torn == 0)
  }

  @Test func hotCallsSeeWholeLoads() throws {
    let translator = try translator(.v4)
    let bundles = (0..<100).map { bundle($0) }
    let progress = Progress()
    let reader: @Sendable () -> Void = {
      repeat {
        progress.note(isWhole: Self.isTextWhole(translator))
      } while !progress.hasEnded
    }
    let writer: @Sendable () -> Void = {
      for tree in bundles {
        try? translator.addBundle(tree, lng: "en", ns: "translation", mode: .init(silent: true))
        translator.changeLanguage(to: ["en"])
      }
      progress.end()
    }
    #expect(Threads.run([reader, reader, writer]) == 3)
    #expect(progress.counts.torn == 0)
  }

  private static func isTextWhole(_ translator: Translator) -> Bool {
    let text = translator.withReader { reader in
      reader.withEvaluation { evaluation in
        var frame = Frame(evaluation, reader)
        var output = evaluation.pointee.output
        let key = evaluation.pointee.arena.copy("pair" as Text)
        guard let start = key.baseAddress else { return Text() }
        _ = reader.answer(start, key.count, &frame, into: &output)
        let text = Text(output.bytes)
        _ = reader.end(&frame, for: key)
        return text
      }
    }
    return isWhole(text)
  }

  @Test func clonesThatShareResourcesComeAndGo() throws {
    let translator = try translator(.v4)
    let bundles = (0..<50).map { bundle($0) }
    let progress = Progress()
    let cloner: @Sendable () -> Void = {
      repeat {
        guard let clone = try? translator.clone(Members()) else { return }
        progress.note(isWhole: Self.isWhole(clone.translate(["pair"], Members()).text))
      } while !progress.hasEnded
    }
    let writer: @Sendable () -> Void = {
      for tree in bundles {
        try? translator.addBundle(tree, lng: "en", ns: "translation", mode: .init(silent: true))
      }
      progress.end()
    }
    #expect(Threads.run([cloner, cloner, writer]) == 3)
    #expect(progress.counts.readings >= 2)
    #expect(progress.counts.torn == 0)
  }

  @Test func viewsStayAsTheyAre() throws {
    let translator = try translator(.v4)
    let bundles = (0..<50).map { bundle($0) }
    let progress = Progress()
    let reader: @Sendable () -> Void = {
      repeat {
        let view = View(
          translator.snapshot, lngs: ["en"], hasFallbacks: true, namespaces: [], keyPrefix: "")
        let before = view.translate("left", Members()).text
        let pair = view.translate("pair", Members()).text
        progress.note(isWhole: pair == before + "/" + before)
      } while !progress.hasEnded
    }
    let writer: @Sendable () -> Void = {
      for tree in bundles {
        try? translator.addBundle(tree, lng: "en", ns: "translation", mode: .init(silent: true))
      }
      progress.end()
    }
    #expect(Threads.run([reader, reader, writer]) == 3)
    #expect(progress.counts.torn == 0)
  }

  @Test func afterUnsubscribingNoCallIsUnderWay() throws {
    let translator = try translator(.v4)
    let progress = Progress()
    let listener: @Sendable () -> Void = {
      for _ in 0..<200 {
        let isOff = Progress()
        let number = translator.events.subscribe("languageChanged") { _, _ in
          progress.note(isWhole: !isOff.hasEnded)
        }
        sched_yield()
        _ = translator.events.unsubscribe(number)
        isOff.end()
      }
      progress.end()
    }
    let changer: @Sendable () -> Void = {
      repeat { translator.changeLanguage(to: ["de"]) } while !progress.hasEnded
    }
    #expect(Threads.run([listener, changer]) == 2)
    #expect(progress.counts.torn == 0)
  }
}
