import Calque
import Foundation
import Testing

@Suite struct PatternReaderTests {
  private func contents(_ pattern: String, _ format: Translator.Format = .v4) throws
    -> [PatternPart.Content]
  {
    try PatternReader(format).parts(of: pattern).map { $0.content }
  }

  @Test func placeholdersHaveNamesFormattersAndPlaces() throws {
    let pattern = "Grüße {{- name, uppercase, number(digits: 2)}}"
    let parts = try PatternReader().parts(of: pattern)
    let number = PatternPart.Content.placeholder(
      name: "name", isRaw: true,
      formats: [
        PatternPart.Format(name: "uppercase", options: [:]),
        PatternPart.Format(name: "number", options: ["digits": 2]),
      ])
    #expect(parts.map { $0.content } == [number])
    let bytes = Array(pattern.utf8)[parts.first?.range ?? 0..<0]
    #expect(String(decoding: bytes, as: UTF8.self) == "{{- name, uppercase, number(digits: 2)}}")
  }

  @Test func otherPartsAreTold() throws {
    #expect(
      try contents("$t(ns:key, {\"count\": 1})") == [
        .reference(key: "ns:key", options: "{\"count\": 1}", formats: [])
      ])
    #expect(try contents("{{a}") == [.unclosed(delimiter: "{{")])
    #expect(try contents("a}}") == [.unopened(delimiter: "}}")])
    #expect(try contents("%2$s", .ios) == [.sprintf(verb: "s", argument: 2)])
    #expect(
      try contents("__name__", .ios) == [.placeholder(name: "name", isRaw: false, formats: [])])
    #expect(
      try contents("(1-2)[some];").contains(.interval(from: 1, to: 2, text: "some")))
  }

  @Test func delimitersComeFromOptions() throws {
    let reader = try PatternReader(options: ["interpolation": ["prefix": "<<", "suffix": ">>"]])
    #expect(
      reader.parts(of: "{{a}} <<b>>").map { $0.content } == [
        .placeholder(name: "b", isRaw: false, formats: [])
      ])
    #expect(throws: CalqueError.self) { try PatternReader(options: ["interpolation": 1]) }
  }

  @Test func partsAreCodable() throws {
    let parts = try PatternReader().parts(of: "{{a, upper}} $t(b) %s {{c")
    let data = try JSONEncoder().encode(parts)
    #expect(try JSONDecoder().decode([PatternPart].self, from: data) == parts)
  }
}
