import CalqueBase
import CalqueCatalog
import CalqueJSON
import Testing

@Suite struct CatalogTests {
  private func find(_ json: Text, _ key: Text, flat: Bool = true) throws -> String? {
    // A node does not keep its catalog.
    let catalog = try CatalogFixture.catalog(json, flat: flat)
    return withExtendedLifetime(catalog) {
      catalog.find(key).map { JSON.text(of: $0.value).string }
    }
  }

  @Test(
    arguments: [
      // Nested, flat, and both mixed.
      (#"{"a":{"b":{"c":"x"}}}"#, "a.b.c", #""x""#),
      (#"{"a.b.c":"x"}"#, "a.b.c", #""x""#),
      (#"{"a.b":{"c":"x"}}"#, "a.b.c", #""x""#),
      (#"{"a":{"b.c":"x"}}"#, "a.b.c", #""x""#),
      (#"{"a":"x","a.b":"y"}"#, "a.b", #""y""#),
      (#"{"a":{"b":"x"},"a.b":"y"}"#, "a.b", #""x""#),
      (#"{"a":{"b":""},"a.b":"y"}"#, "a.b", #""y""#),
      (#"{"a":{"b":null},"a.b":"y"}"#, "a.b", #""y""#),
      (#"{"a":1,"a.b":{"c":"y"}}"#, "a.b.c", #""y""#),
      (#"{"a":{"b":"x"},"a.b":{"c":"y"}}"#, "a.b.c", nil),
      (#"{"a.b":{"c.d":{"e":"x"}}}"#, "a.b.c.d.e", #""x""#),
      (#"{"a":{"":{"b":"x"}}}"#, "a..b", #""x""#),
      (#"{"":"x"}"#, "", #""x""#),
      // Keys that are missing.
      (#"{"a":"x"}"#, "a.length", nil),
      (#"{"a":"x"}"#, "a.0", nil),
      (#"{"a":{"b":"x"}}"#, "a.c", nil),
      (#"{"a":{"b":"x"}}"#, "b", nil),
      (#"{}"#, "constructor", nil),
      (#"{"a":{}}"#, "a.__proto__", nil),
      // Containers, numbers, null.
      (#"{"a":{"b":"x"}}"#, "a", #"{"b":"x"}"#),
      (#"{"a":[1,2.5,true,null]}"#, "a", "[1,2.5,true,null]"),
      (#"{"a":0}"#, "a", "0"),
      (#"{"a":null}"#, "a", "null"),
      (#"{"__proto__":{"x":"y"},"constructor":"z"}"#, "__proto__.x", #""y""#),
    ] as [(String, String, String?)])
  func keysAreFoundWhereverTheTreeHasThem(json: String, key: String, expected: String?) throws {
    #expect(try find(Text(json), Text(key)) == expected)
  }

  @Test func arraysAreReachedByIndex() throws {
    let json: Text = #"{"list":["a",{"name":"b"},["c"]]}"#
    #expect(try find(json, "list.0") == #""a""#)
    #expect(try find(json, "list.1.name") == #""b""#)
    #expect(try find(json, "list.2.0") == #""c""#)
    for key: Text in [
      "list.3", "list.-1", "list.01", "list.", "list.length", "list.99999999999999",
    ] {
      #expect(try find(json, key) == nil)
    }
  }

  @Test func threeHashesStandForADot() throws {
    #expect(try find(#"{"a.b":{"c":"x"}}"#, "a###b.c") == #""x""#)
    #expect(try find(#"{"v1.0":"x"}"#, "v1###0", flat: false) == #""x""#)
    #expect(try find(#"{"v1.0":"x"}"#, "v1.0", flat: false) == nil)
  }

  @Test func withoutASeparatorAKeyIsOneName() throws {
    let catalog = try CatalogFixture.catalog(#"{"a.b":"x","c":{"d":"y"}}"#, separator: nil)
    #expect(catalog.find("a.b")?.text == "x")
    #expect(catalog.find("c.d") == nil)
    #expect(catalog.find("c")?.value == .object(Members([("d", .text("y"))])))
  }

  @Test func anotherSeparatorLeavesDotsAlone() throws {
    let catalog = try CatalogFixture.catalog(#"{"a":{"b.c":"x"}}"#, separator: "::")
    #expect(catalog.find("a::b.c")?.text == "x")
    #expect(catalog.find("a.b.c") == nil)
  }

  @Test func aCallMaySplitKeysItsOwnWay() throws {
    let catalog = try CatalogFixture.catalog(#"{"a":{"b":"x"},"c/d":"y"}"#)
    #expect(catalog.find("a/b", separator: "/", flat: true)?.text == "x")
    #expect(catalog.find("c/d", separator: "/", flat: false) == nil)
    #expect(catalog.find("a.b", separator: nil, flat: false) == nil)
  }

  @Test func leavesAreCounted() throws {
    let json: Text = #"{"a":"x","b":[1,null,{"c":true}],"d":{},"e":[]}"#
    #expect(try CatalogFixture.catalog(json).leafCount == 4)
    #expect(try CatalogFixture.catalog("{}").leafCount == 0)
  }

  @Test func numbersKeepTheirValues() throws {
    let json: Text = #"{"a":9223372036854775807,"b":-9223372036854775808,"c":1e300,"d":-0.5}"#
    let catalog = try CatalogFixture.catalog(json)
    let root = catalog.root.value
    #expect(root.object?["a"] == .int(.max))
    #expect(root.object?["b"] == .int(.min))
    #expect(root.object?["c"] == .double(1e300))
    #expect(root.object?["d"] == .double(-0.5))
  }

  @Test func aCatalogThatWouldBeTooLargeIsRefused() throws {
    let name = Text([UInt8](repeating: 0x61, count: 1000))
    var leaf = Members()
    for number in 0..<100 { leaf[Decimal.text(of: Int64(number))] = .text("x") }
    let tree = Members([(name, .object(Members([(name, .object(leaf))])))])
    let schema = CatalogFixture.schema()
    #expect(throws: Never.self) { try CatalogBuilder.build(tree, schema: schema) }
    let failure = #expect(throws: Diagnostic.self) {
      try CatalogBuilder.build(tree, schema: schema, maximumBytes: 100_000)
    }
    #expect(failure?.code == .limitExceeded)
  }
}
