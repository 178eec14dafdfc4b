import CCalque
import CalqueABI
import Synchronization
import TestSupport
import Testing

/// Readers, writers and those who listen, all at once. Run under the thread sanitizer, too.
@Suite struct TranslatorConcurrencyTests {
  private static let rounds = 300

  /// Two keys of one bundle, and two languages: whoever reads must find a pair of one load.
  private static let options = """
    {"lng": "en", "fallbackLng": "en", "resources": {
      "en": {"translation": {"pair": "$t(x)-$t(y)", "x": "0", "y": "0", "who": "{{name}}"}},
      "de": {"translation": {"pair": "$t(x)-$t(y)", "x": "0", "y": "0"}}}}
    """

  private static func make() -> OpaquePointer? {
    var translator: OpaquePointer?
    calque_translator_create(
      calque_format(CALQUE_FORMAT_V4), options, options.utf8.count, nil, &translator, nil)
    return translator
  }

  private static func text(_ translator: OpaquePointer?, _ key: String) -> String {
    var buffer = [CChar](repeating: 0, count: 64)
    calque_translator_translate(translator, key, key.utf8.count, nil, 0, &buffer, buffer.count, nil)
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The halves of a pair are the same.
  private static func isWhole(_ pair: String) -> Bool {
    let halves = pair.split(separator: "-")
    return halves.count == 2 && halves[0] == halves[1]
  }

  private static func load(_ translator: OpaquePointer?, _ number: Int) {
    let tree = "{\"x\": \"\(number)\", \"y\": \"\(number)\"}"
    for language in ["en", "de"] {
      calque_translator_add_resource_bundle(
        translator, language, 2, "translation", 11, tree, tree.utf8.count, 0, nil)
    }
  }

  @Test func readersSeeWholeLoads() throws {
    let shared = Shared(try #require(Self.make()))
    let broken = Atomic(0)
    let read = Atomic(0)
    let threads = Threads()
    withExtendedLifetime(shared) {
      for _ in 0..<2 {
        threads.start {
          for _ in 0..<Self.rounds {
            let pair = Self.text(shared.handle, "pair")
            if !Self.isWhole(pair) { broken.add(1, ordering: .relaxed) }
            read.add(1, ordering: .relaxed)
          }
        }
      }
      threads.start {
        for number in 1...Self.rounds {
          Self.load(shared.handle, number)
          calque_translator_change_language(
            shared.handle, number.isMultiple(of: 2) ? "en" : "de", 2, nil)
        }
      }
      #expect(threads.join() == 3)
    }
    #expect(broken.load(ordering: .relaxed) == 0)
    #expect(read.load(ordering: .relaxed) == 2 * Self.rounds)
    #expect(Self.text(shared.handle, "pair") == "\(Self.rounds)-\(Self.rounds)")
  }

  @Test func twoWritersLoseNothing() throws {
    let shared = Shared(try #require(Self.make()))
    let threads = Threads()
    for name in ["a", "b"] {
      threads.start {
        for number in 0..<Self.rounds {
          let value = "\"\(number)\""
          calque_translator_add_resource(
            shared.handle, "en", 2, name, 1, "k\(number)", -1, value, value.utf8.count, 0,
            nil)
        }
      }
    }
    #expect(threads.join() == 2)
    for name in ["a", "b"] {
      for number in 0..<Self.rounds {
        #expect(Self.text(shared.handle, "\(name):k\(number)") == "\(number)")
      }
    }
  }

  @Test func viewsAreReadWhileTheirTranslatorChanges() throws {
    let shared = Shared(try #require(Self.make()))
    let broken = Atomic(0)
    let threads = Threads()
    threads.start {
      for _ in 0..<Self.rounds {
        var view: OpaquePointer?
        var buffer = [CChar](repeating: 0, count: 64)
        calque_view_create(shared.handle, nil, 0, nil, 0, nil, 0, &view, nil)
        calque_view_translate(view, "x", 1, nil, 0, &buffer, buffer.count, nil)
        let first = buffer
        calque_view_translate(view, "y", 1, nil, 0, &buffer, buffer.count, nil)
        if first != buffer { broken.add(1, ordering: .relaxed) }
        calque_view_release(view)
      }
    }
    threads.start {
      for number in 1...Self.rounds { Self.load(shared.handle, number) }
    }
    #expect(threads.join() == 2)
    #expect(broken.load(ordering: .relaxed) == 0)
  }

  @Test func nothingIsHeardAfterUnsubscribing() throws {
    let shared = Shared(try #require(Self.make()))
    let ear = Ear()
    let threads = Threads()
    threads.start {
      for number in 0..<Self.rounds {
        calque_translator_change_language(
          shared.handle, number.isMultiple(of: 2) ? "en" : "de", 2, nil)
      }
    }
    threads.start {
      for _ in 0..<Self.rounds {
        var subscription: UInt64 = 0
        ear.isOpen.store(true, ordering: .sequentiallyConsistent)
        calque_translator_on(
          shared.handle, "*", 1, Ear.handler, Unmanaged.passUnretained(ear).toOpaque(), nil,
          &subscription, nil)
        calque_translator_off(shared.handle, subscription)
        ear.isOpen.store(false, ordering: .sequentiallyConsistent)
      }
    }
    #expect(threads.join() == 2)
    #expect(ear.late.load(ordering: .relaxed) == 0)
  }
}

/// A translator's reference, given up with the last who shares it.
private final class Shared: @unchecked Sendable {
  // Immutable, and the C functions may be called from any thread.
  let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { calque_translator_release(handle) }
}

/// Counts events that come when none may.
private final class Ear: Sendable {
  let isOpen = Atomic(false)
  let late = Atomic(0)

  static let handler: calque_event_handler = { user, _, _ in
    guard let user else { return }
    let ear = Unmanaged<Ear>.fromOpaque(user).takeUnretainedValue()
    if !ear.isOpen.load(ordering: .sequentiallyConsistent) {
      ear.late.add(1, ordering: .relaxed)
    }
  }
}
