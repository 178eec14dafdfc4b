import CalqueBase
import CalqueCatalog
import CalqueTemplate
import Testing

@Suite struct CatalogRecordTests {
  private func record(_ catalog: Catalog, _ key: Text) -> CatalogRecord? {
    key.bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.flatMap {
        catalog.image.record($0, bytes.count, KeyHash($0, bytes.count).value)
      }
    }
  }

  private func kind(_ catalog: Catalog, _ key: Text) -> NodeKind? {
    record(catalog, key).flatMap { NodeKind(rawValue: $0.kind) }
  }

  @Test func aRecordTellsWhatKindOfValueItIs() throws {
    let catalog = try CatalogFixture.catalog(
      #"{"p":"x","v":"{{x}}","d":"{{{x}}}","n":null,"b":true,"i":1,"f":1.5,"a":[],"o":{}}"#)
    let expected: [(Text, NodeKind)] = [
      ("p", .plain), ("v", .program), ("d", .dynamic), ("n", .null), ("b", .bool), ("i", .int),
      ("f", .double), ("a", .array), ("o", .object),
    ]
    for (key, kind) in expected { #expect(self.kind(catalog, key) == kind) }
    #expect(kind(catalog, "x") == nil)
  }

  @Test func aRecordHoldsTheTextItsEndAndItsProgram() throws {
    let text: Text = "Hi {{name}}!"
    let catalog = try CatalogFixture.catalog(#"{"a":{"b":"Hi {{name}}!"}}"#)
    let found = try #require(record(catalog, "a.b"))
    #expect(found.keyLength == 3)
    #expect(found.textLength == text.count)
    #expect(Text(UnsafeBufferPointer(start: found.text, count: found.textLength)) == text)
    #expect(found.text[found.textLength] == 0)
    var program = ByteBuffer(capacity: 0)
    defer { program.deallocate() }
    let compiler = CatalogFixture.schema().compiler
    let pattern = text.bytes.withUnsafeBufferPointer { compiler.compile($0, to: &program) }
    #expect(pattern == .program)
    let there = UnsafeRawBufferPointer(start: found.program, count: program.count)
    #expect(there.elementsEqual(UnsafeRawBufferPointer(start: program.start, count: program.count)))
    #expect(catalog.image.record(at: catalog.image.offset(of: found)).textLength == text.count)
  }

  @Test func theEmptyKeyIsAKey() throws {
    #expect(kind(try CatalogFixture.catalog(#"{"":"x"}"#), "") == .plain)
    #expect(kind(try CatalogFixture.catalog(#"{"a":"x"}"#), "") == nil)
    #expect(kind(try CatalogFixture.catalog("{}"), "") == nil)
  }

  @Test func theBytesOfAllKeysAreKnown() throws {
    let catalog = try CatalogFixture.catalog(#"{"ab":{"c":"x:"},"é":1}"#)
    for byte in Text("abc.é").bytes { #expect(catalog.keyBytes.contains(byte)) }
    for byte in Text("dx:").bytes { #expect(!catalog.keyBytes.contains(byte)) }
  }
}
