// Calls of the Swift product beside the same calls through the C interface, by turns in one process.
// A third of 5,000 messages each is plain, has a variable, and has plural forms; keys come one after
// another. Both are called without a view.
import Beside
import Calque
import Foundation

let messages = 5_000
let rounds = 31
let calls = 50_000

enum Kind: Int, CaseIterable { case plain, variable, plural }

func key(_ number: Int) -> String { "section\(number % 50).message\(number)" }

var sections: [String: [String: String]] = [:]
for number in 0..<messages {
  let (section, name) = ("section\(number % 50)", "message\(number)")
  switch Kind(rawValue: number % 3) {
  case .variable:
    sections[section, default: [:]][name] = "Hello {{name}}, this is message \(number)"
  case .plural:
    sections[section, default: [:]][name + "_one"] = "{{count}} file of message \(number)"
    sections[section, default: [:]][name + "_other"] = "{{count}} files of message \(number)"
  default: sections[section, default: [:]][name] = "The plain text of message \(number)"
  }
}
let json = String(decoding: try JSONEncoder().encode(sections), as: UTF8.self)
let translator = try Translator(options: ["lng": "en"])
try translator.addResourceBundle(lng: "en", ns: "translation", json: json)
let view = try translator.view()

/// The median of what a call takes, in nanoseconds.
func median(_ samples: [Double]) -> Double { samples.sorted()[samples.count / 2] }

/// Nothing may be left out because its result is not used.
var bytes = 0

@MainActor func nanoseconds(_ body: (Int) -> Int) -> Double {
  let start = beside_nanoseconds()
  bytes &+= body(calls)
  return (beside_nanoseconds() - start) / Double(calls)
}

print("| call | Swift | Swift, a view | C | ratio |\n|---|--:|--:|--:|--:|")
for kind in Kind.allCases {
  let keys = (0..<messages).filter { $0 % 3 == kind.rawValue }.map { key($0) }
  var names = keys.map { UnsafePointer(strdup($0)) }
  json.withCString { beside_open($0, &names, names.count) }
  let called: (Int) -> Int
  let viewed: (Int) -> Int
  let beside: (Int) -> Int
  switch kind {
  case .plain:
    called = { calls in
      (0..<calls).reduce(0) { $0 &+ translator.t(keys[$1 % keys.count]).utf8.count }
    }
    viewed = { calls in (0..<calls).reduce(0) { $0 &+ view.t(keys[$1 % keys.count]).utf8.count } }
    beside = { beside_plain($0) }
  case .variable:
    called = { calls in
      (0..<calls).reduce(0) {
        $0 &+ translator.t(keys[$1 % keys.count], ["name": "Alice"]).utf8.count
      }
    }
    viewed = { calls in
      (0..<calls).reduce(0) { $0 &+ view.t(keys[$1 % keys.count], ["name": "Alice"]).utf8.count }
    }
    beside = { beside_variable($0) }
  case .plural:
    called = { calls in
      (0..<calls).reduce(0) { $0 &+ translator.t(keys[$1 % keys.count], count: 3).utf8.count }
    }
    viewed = { calls in
      (0..<calls).reduce(0) { $0 &+ view.t(keys[$1 % keys.count], count: 3).utf8.count }
    }
    beside = { beside_plural($0) }
  }
  // Every way writes the same bytes, or the comparison is of nothing.
  precondition(called(messages) == beside(messages) && viewed(messages) == beside(messages))
  var samples: [[Double]] = [[], [], []]
  for _ in 0..<rounds {
    for (place, body) in [called, viewed, beside].enumerated() {
      samples[place].append(nanoseconds(body))
    }
  }
  let (swift, inView, c) = (median(samples[0]), median(samples[1]), median(samples[2]))
  print(
    String(format: "| \(kind) | %.0f | %.0f | %.0f | %.1f |", swift, inView, c, swift / c))
}
