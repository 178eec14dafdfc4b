import CalqueBase
import CalqueLoading
import Testing

@Suite struct PathTemplateTests {
  private func fill(_ template: Text, _ lng: Text = "de", _ ns: Text = "common") throws -> String {
    let delimiters = [("__", "__"), PathTemplate.braces]
    return try PathTemplate(template, delimiters).filled(lngs: [lng], namespaces: [ns]).string
  }

  @Test(
    arguments: [
      ("http://h/__lng__/__ns__.json", "http://h/de/common.json"),
      ("http://h/{{lng}}/{{ns}}?l=__lng__", "http://h/de/common?l=de"),
      ("locales/{{lng}}/{{ns}}.json", "locales/de/common.json"),
      ("file:///a%20b/{{lng}}", "/a b/de"), ("FILE://localhost/a/__ns__", "/a/common"),
      ("/a/{{lng}", "/a/{{lng}"), ("__lng____ns__", "decommon"), ("{{ lng }}", "{{ lng }}"),
      ("a:b/{{lng}}", "a:b/de"), ("", ""),
    ] as [(Text, String)])
  func placesAreFilled(template: Text, filled: String) throws {
    #expect(try fill(template) == filled)
  }

  @Test func valuesOfURLsArePercentEncoded() throws {
    #expect(
      try fill("https://h/{{lng}}/{{ns}}", "de DE", "a/b?c&d=+%\u{E9}")
        == "https://h/de%20DE/a%2Fb%3Fc%26d%3D%2B%25%C3%A9")
  }

  /// A value that looks like a place is text.
  @Test func valuesAreNotSearchedForPlaces() throws {
    #expect(try fill("/x/{{lng}}/{{ns}}", "{{ns}}", "__lng__") == "/x/{{ns}}/__lng__")
  }

  @Test func severalValuesAreJoinedByPlus() throws {
    let template = PathTemplate("http://h/?l={{lng}}&n={{ns}}", [PathTemplate.braces])
    let url = try template.filled(lngs: ["en-US", "en", "a+b"], namespaces: ["x", "y"])
    #expect(url == "http://h/?l=en-US+en+a%2Bb&n=x+y")
  }

  @Test(arguments: ["", ".", "..", Text([0x61, 0]), "a\nb", "\u{7F}"] as [Text])
  func unsafeNamesAreRefusedEverywhere(name: Text) {
    #expect(throws: Diagnostic.self) { try fill("http://h/{{lng}}", name) }
    #expect(throws: Diagnostic.self) { try fill("/h/{{lng}}", name) }
  }

  @Test(arguments: ["../x", "a/b", "a\\b", "/etc/passwd"] as [Text])
  func namesDoNotLeadToOtherDirectories(name: Text) {
    #expect(throws: Diagnostic.self) { try fill("/h/{{lng}}.json", name) }
    #expect(throws: Diagnostic.self) { try fill("file:///h/{{lng}}.json", name) }
  }

  @Test(arguments: [(254, true), (255, true), (256, false)])
  func namesHaveALimit(length: Int, isTaken: Bool) {
    let name = Text([UInt8](repeating: 0x61, count: length))
    #expect(((try? fill("/{{lng}}", name)) != nil) == isTaken)
  }
}
