// Does what Tests/Conformance/misuse.py describes by a case's name.
import Calque
import Foundation

let options: JSONObject = [
  "lng": "en", "interpolation": ["escapeValue": false],
  "resources": ["en": ["translation": ["k": "v", "a": "<{{a}}>"]]],
]

func made() -> Translator {
  guard let translator = try? Translator(options: options) else { fatalError("a translator") }
  return translator
}

func messages(_ text: String) -> MessageManager {
  let table = MessageManager()
  table.loadMessages(["K": text])
  return table
}

func expect(_ holds: Bool, _ what: String = "a wrong text") {
  guard !holds else { return }
  print(what)
  exit(1)
}

func refused(_ call: () throws -> Void) {
  do { try call() } catch { return }
  expect(false, "it was not refused")
}

func resident() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 / 256 } ?? 0
}

/// Runs closures at the same time, each on a thread of its own.
func together(_ bodies: @Sendable () -> Void...) {
  let ended = DispatchGroup()
  for body in bodies {
    ended.enter()
    Thread {
      body(); ended.leave()
    }.start()
  }
  ended.wait()
}

func unkept() throws {
  for _ in 0..<2_000 {
    expect(made().t("k") == "v")
    expect(try made().view().t("a", ["a": "x"]) == "<x>")
    expect(messages("m").message(forKey: "K") == "m")
  }
}

func copied() throws {
  let copy = try [made()][0].clone(["lng": "de", "fallbackLng": "en"])
  expect(copy.t("k") == "v")
}

func threads() throws {
  let translator = made()
  let view = try translator.view()
  for _ in 0..<500 {
    together({ expect(translator.t("k") == "v") }, { expect(view.t("k") == "v") })
  }
}

func types() {
  refused { _ = try Translator(options: ["ns": 5]) }
  refused { _ = try JSONObject(parsing: "[]") }
  refused { _ = try CompiledCatalog(bytes: [1, 2, 3]) }
  refused { _ = try made().addFile(lng: "en", ns: "x", path: "/") }
}

func numbers() {
  for number in [Int64.max, Int64.min] {
    expect(made().t("a", ["a": number]) == "<\(number)>")
  }
}

func nul() {
  refused { try made().addFile(lng: "en", ns: "x", path: "/dev/null\0x") }
  refused { _ = try CompiledCatalog(path: "/dev/null\0x") }
  expect(made().t("a", ["a": "x\0y"]) == "<x\0y>")
  expect(messages("x\0y").message(forKey: "K") == "x\0y")
}

func dropped() {
  let before = resident()
  #if DEBUG  // ten times as slow, and twenty under a sanitizer
    let count = 5_000
  #else
    let count = 50_000
  #endif
  for _ in 0..<count { _ = made() }
  expect(resident() - before < 250, "it holds too much")
}

func replaced() throws {
  let folder = NSTemporaryDirectory() + "calque-misuse-\(getpid())"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let texts = [String(repeating: "x", count: 300), String(repeating: "y", count: 20_000)]
  for text in texts {
    try #"{"k": "\#(text)"}"#.write(
      toFile: "\(folder)/\(text.utf8.count)", atomically: true, encoding: .utf8)
  }
  let translator = made()
  together(
    {
      for round in 0..<2_000 {
        let name = texts[round % 2].utf8.count
        try? translator.addFile(lng: "en", ns: "translation", path: "\(folder)/\(name)")
      }
    },
    {
      for _ in 0..<100_000 {
        let text = translator.t("k")
        expect(text == "v" || texts.contains(text), "a text of two")
      }
    })
}

/// Objects that live to the end.
nonisolated(unsafe) var living: [Any] = []

switch CommandLine.arguments.dropFirst().first {
case "unkept": try unkept()
case "copied": try copied()
case "threads": try threads()
case "types": types()
case "numbers": numbers()
case "nul": nul()
case "dropped": dropped()
case "replaced": try replaced()
case "exit": living = [made(), try made().view(), messages("v")]
default:
  print("none")
  exit(0)
}
print("ok")
