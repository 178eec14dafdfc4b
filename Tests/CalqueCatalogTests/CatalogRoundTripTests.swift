import CalqueBase
import CalqueCatalog
import CalqueJSON
import Testing

@Suite struct CatalogRoundTripTests {
  @Test(arguments: 0..<8)
  func aTreeComesBackAsItWas(seed: Int) throws {
    var generator = GeneratedTree(UInt64(seed))
    for _ in 0..<100 {
      let tree = generator.members(depth: 4)
      for separator: Text? in [".", "a", nil] {
        let schema = CatalogFixture.schema(separator: separator)
        let catalog = try CatalogBuilder.build(tree, schema: schema)
        #expect(catalog.root.value == .object(tree))
      }
    }
  }

  /// The table of keys is made ahead; it must answer as walking the tree would.
  @Test(arguments: 0..<8, [true, false])
  func everyKeyIsFoundWhereWalkingTheTreeFindsIt(seed: Int, flat: Bool) throws {
    var generator = GeneratedTree(UInt64(100 + seed))
    for _ in 0..<100 {
      let tree = generator.members(depth: 4)
      for separator: Text? in [".", nil] {
        let schema = CatalogFixture.schema(separator: separator, flat: flat)
        let catalog = try CatalogBuilder.build(tree, schema: schema)
        for _ in 0..<20 {
          let key = generator.key()
          // The hashed name is a part of a key.
          if separator == nil, key.contains("###") { continue }
          let expected = CatalogFixture.walk(
            .object(tree), key, separator: separator, flat: flat)
          #expect(catalog.find(key)?.value == expected, "\(key.string) in \(tree)")
        }
      }
    }
  }

  @Test func membersKeepTheirOrder() throws {
    let catalog = try CatalogFixture.catalog(#"{"z":1,"a":{"y":1,"b":2},"m":3}"#)
    #expect(catalog.root.value.object?.keys == ["z", "a", "m"])
    #expect(catalog.find("a")?.value.object?.keys == ["y", "b"])
  }

  @Test(arguments: [0, 1, 3, 4, 5, 7, 8, 9, 1000])
  func everyOneOfManyKeysIsFound(count: Int) throws {
    var tree = Members()
    for number in 0..<count {
      let name: Text = "key" + Decimal.text(of: Int64(number))
      tree[name] = .text(Decimal.text(of: Int64(number)))
    }
    let catalog = try CatalogBuilder.build(tree, schema: CatalogFixture.schema())
    for number in 0..<count {
      let digits = Decimal.text(of: Int64(number))
      #expect(catalog.find("key" + digits)?.text == digits)
    }
    #expect(catalog.find("key" + Decimal.text(of: Int64(count))) == nil)
    #expect(catalog.leafCount == count)
  }

  /// Of an object's members, of what is in them, and of elements, whose position is their name.
  @Test func keysMayHaveSoManyBytes() throws {
    for (json, longest) in [
      (#"{"abcdef":"x"}"#, 6), (#"{"ab":{"cde":1}}"#, 6), (#"{"ab":[1]}"#, 4),
    ]
      as [(Text, Int)]
    {
      for limit in [longest - 1, longest, longest + 1] {
        let builder = CatalogBuilder(
          schema: CatalogFixture.schema(), expecting: 0, maximumKeyBytes: limit)
        builder.add(try JSON.parse(json), named: Text())
        if limit < longest {
          let error = #expect(throws: Diagnostic.self) { try builder.finish() }
          #expect(error?.code == .limitExceeded)
        } else {
          // A node does not keep its catalog.
          let catalog = try builder.finish()
          #expect(try catalog.root.value == JSON.parse(json))
        }
      }
    }
  }

  /// Names are the ends of keys; what no key leads to has its name too.
  @Test func namesAreKeptWhereNoKeyLeads() throws {
    let json: Text = ##"""
      {"a.b":{"c":1,"d.e":[true,{"f":null}]},"a":{"b":{"c":2}},"":{"":"x","é":{"é":1.5}},
      "###":{"g":"{{h}}"}}
      """##
    for separator: Text? in [".", "::", "b", nil] {
      for flat in [true, false] {
        let catalog = try CatalogFixture.catalog(json, separator: separator, flat: flat)
        #expect(try catalog.root.value == JSON.parse(json))
      }
    }
  }
}
