import Calque
import Foundation
import Testing

/// Calls that a Swift programmer writes without having read the documentation.
@Suite struct IdiomTests {
  private let catalogs: JSONObject = [
    "en": [
      "translation": [
        "plain": "A plain text", "hello": "Hello {{name}}", "half": "{{share}} of it",
        "file_one": "{{name}} has {{count}} file", "file_other": "{{name}} has {{count}} files",
        "friend_male": "A boyfriend", "on": "It is {{flag}}", "long": "<{{name}}>",
      ]
    ]
  ]

  private func translator() throws -> Translator {
    try Translator(options: ["lng": "en", "resources": .object(catalogs)])
  }

  @Test func variablesOfAnyTypeMayBeGiven() throws {
    let translator = try translator()
    let (count, share, name, flag) = (2, 0.5, "Ada", true)
    #expect(translator.t("file", ["count": count, "name": name]) == "Ada has 2 files")
    #expect(translator.t("file", count: 1, ["name": name]) == "Ada has 1 file")
    #expect(translator.t("half", ["share": share]) == "0.5 of it")
    #expect(translator.t("on", ["flag": flag]) == "It is true")
    #expect(translator.t("hello", ["name": Substring(name)]) == "Hello Ada")
    let nobody: String? = nil
    #expect(translator.t("hello", ["name": nobody]) == translator.t("hello", ["name": nil]))
    #expect(translator.t("friend", context: "male") == "A boyfriend")
  }

  @Test func aSecondTextIsTheDefault() throws {
    let translator = try translator()
    #expect(translator.t("absent", "Default text") == "Default text")
    #expect(translator.t("plain", "Default text") == "A plain text")
    #expect(translator.t("absent", defaultValue: "Default text") == "Default text")
    #expect(translator.t("absent") == "absent")
    #expect(translator.t(["absent", "plain"]) == "A plain text")
  }

  @Test(arguments: [Translator.Format.ios, .v1, .v2, .v3, .v4])
  func bareVariablesCountInEveryFormat(format: Translator.Format) throws {
    let marks = format == .ios || format == .v1 ? ("__", "__") : ("{{", "}}")
    let text = "Hello \(marks.0)name\(marks.1)"
    let resources: JSONValue = ["en": ["translation": ["hello": .string(text)]]]
    let options: JSONObject =
      switch format {
      case .ios: ["lang": "en", "resourcesStore": resources]
      case .v1: ["lng": "en", "resStore": resources]
      default: ["lng": "en", "resources": resources]
      }
    let translator = try Translator(format, options: options)
    let name = "Ada"
    #expect(translator.t("hello", ["name": name]) == "Hello Ada")
    #expect(translator.t("hello", ["name": .string(name)] as JSONObject) == "Hello Ada")
  }

  /// The typed door and the full rules give the same, at its limits and beyond.
  @Test(arguments: [1, 200, 255, 256, 257, 505, 510, 511, 512, 513, 5000])
  func longTextsAreWhole(length: Int) throws {
    let translator = try translator()
    let name = String(repeating: "ä", count: length / 2) + String(repeating: "x", count: length % 2)
    #expect(translator.t("long", ["name": name]) == "<\(name)>")
    #expect(translator.t(name) == name)
    let many = (0..<length % 20).map { ("n\($0)", 1 as any JSONConvertible) }
    let variables = Dictionary(uniqueKeysWithValues: many + [("name", name)])
    #expect(translator.t("long", variables) == "<\(name)>")
  }

  @Test func jsonValuesAreCodable() throws {
    let value: JSONValue = ["a": [1, 2.5, "x", nil, true], "b": ["c": -3]]
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    #expect(value["a"]?[2]?.string == "x")
    #expect(value["b"]?["c"]?.int == -3)
    #expect(value["a"]?[9] == nil)
    #expect(try JSONObject(parsing: value.json) == value.object)
    #expect(throws: CalqueError.self) { try JSONObject(parsing: "[1]") }
    #expect(throws: CalqueError.self) { try JSONObject(parsing: "{") }
  }

  @Test func errorsReadAsErrorsOfFoundation() throws {
    let error = #expect(throws: CalqueError.self) { try Translator(options: ["ns": 5]) }
    let thrown = try #require(error)
    #expect(thrown.path == "ns")
    #expect(thrown.localizedDescription.hasSuffix("(ns)"))
    #expect((thrown as NSError).code == Int(thrown.status.rawValue))
    let data = try JSONEncoder().encode(thrown)
    #expect(try JSONDecoder().decode(CalqueError.self, from: data) == thrown)
  }
}
