import CalqueBase
import CalqueCatalog
import Testing

@Suite struct CatalogChainTests {
  private let skipsBoth = CatalogSkips(nulls: true, emptyTexts: true)

  /// The text under a key, "-" for anything that is not text, nil when there is nothing.
  private func text(_ chain: CatalogChain, _ key: Text) -> Text? {
    key.bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress,
        let record = chain.table.record(start, bytes.count, KeyHash(start, bytes.count).mark)
      else { return nil }
      guard record.kind >= NodeKind.plain.rawValue else { return "-" }
      return Text(UnsafeBufferPointer(start: record.text, count: record.textLength))
    }
  }

  @Test func theFirstCatalogWithAnAnswerCounts() throws {
    let catalogs = try [
      #"{"a":"1","n":null,"e":"","o":{"x":"1"}}"#, #"{"a":"2","b":"2","n":"2","e":"2","o":"2"}"#,
      #"{"a":"3","b":"3","c":"3","n":"3"}"#,
    ].map { try CatalogFixture.catalog(Text($0)) }
    let chain = CatalogChain(catalogs, skipsBoth)
    let expected: [(Text, Text?)] = [
      ("a", "1"), ("b", "2"), ("c", "3"), ("n", "2"), ("e", "2"), ("o", "-"), ("o.x", "1"),
      ("d", nil),
    ]
    for (key, text) in expected { #expect(self.text(chain, key) == text) }
    let keeps = CatalogChain(catalogs, CatalogSkips(nulls: false, emptyTexts: false))
    #expect(text(keeps, "n") == "-")
    #expect(text(keeps, "e") == "")
  }

  @Test func noCatalogAtAllHasNoKeys() {
    #expect(text(CatalogChain([], skipsBoth), "a") == nil)
  }

  @Test(arguments: [1, 7, 300, 5_000]) func eachOfManyKeysIsFound(count: Int) throws {
    var trees = [Members(), Members(), Members()]
    for number in 0..<count {
      let key: Text = "some.key." + Decimal.text(of: Int64(number))
      for layer in 0..<3 where number % (layer + 1) == 0 {
        trees[layer][key] = .text(Decimal.text(of: Int64(layer)))
      }
    }
    let catalogs = try trees.map {
      try CatalogBuilder.build($0, schema: CatalogFixture.schema(separator: nil))
    }
    let chain = CatalogChain(catalogs.reversed(), skipsBoth)
    for number in 0..<count {
      let key: Text = "some.key." + Decimal.text(of: Int64(number))
      let layer = number % 3 == 0 ? 2 : number % 2 == 0 ? 1 : 0
      #expect(text(chain, key) == Decimal.text(of: Int64(layer)))
      #expect(text(chain, key + "x") == nil)
    }
  }

  @Test func aChainServesTheSameCatalogsInTheSameOrder() throws {
    let one = try CatalogFixture.catalog(#"{"a":"1"}"#)
    let two = try CatalogFixture.catalog(#"{"a":"2"}"#)
    let chain = CatalogChain([one, two], skipsBoth)
    #expect(chain.serves([one, two], skipsBoth))
    #expect(!chain.serves([two, one], skipsBoth))
    #expect(!chain.serves([one], skipsBoth))
    #expect(!chain.serves([one, two], CatalogSkips(nulls: false, emptyTexts: true)))
  }
}
