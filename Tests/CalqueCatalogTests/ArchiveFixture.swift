import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// Files of catalogs for tests.
enum ArchiveFixture {
  /// Number of a format with the modern dialect.
  static let format: Int32 = 5

  /// Every kind of value, names with separators, programs, bytes beyond ASCII.
  static let trees: [(Text, Text, Text)] = [
    (
      "en", "a",
      #"{"p":"x","v":"Hi {{name}}, $t(p)","d":"{{x, f}}","a.b":"flat","a":{"b":"deep","c":[1,"é"]}}"#
    ),
    ("en", "b", #"{"n":null,"t":true,"i":-7,"f":1.5,"l":[],"o":{},"e":"","x":{"y":{"z":"w"}}}"#),
    ("ru", "a", #"{"файл_one":"{{count}} файл","файл_many":"{{count}} файлов"}"#),
  ]

  static func bundles(_ trees: [(Text, Text, Text)] = trees) throws -> [ArchiveBundle] {
    try trees.map { lng, ns, json in
      (lng: lng, ns: ns, catalog: try CatalogFixture.catalog(json))
    }
  }

  static func bytes(_ trees: [(Text, Text, Text)] = trees) throws -> [UInt8] {
    ArchiveWriter.bytes(
      of: try bundles(trees), schema: CatalogFixture.schema(), format: format
    ).bytes
  }

  /// Opens and checks everything, in a region of exactly these bytes.
  static func open(_ bytes: [UInt8]) throws -> CatalogArchive {
    let memory = bytes.withUnsafeBytes { MemoryRegion(copying: $0) }
    let archive = try CatalogArchive.open(memory) { $0 == format ? .modern : nil }
    try archive.verify()
    return archive
  }

  /// Reads all that look-ups could read.
  static func readAll(_ archive: CatalogArchive) throws {
    for archived in archive.catalogs {
      let catalog = try archived.checked()
      var keys: [Text] = ["", "a", "p", "none"]
      collect(catalog.root.value, nil, &keys)
      for key in keys {
        _ = catalog.find(key)?.value
        try key.bytes.withUnsafeBufferPointer { key in
          guard let start = key.baseAddress,
            let record = catalog.image.record(start, key.count, KeyHash(start, key.count).value),
            record.kind == NodeKind.program.rawValue
          else { return }
          try readProgram(of: record)
        }
      }
    }
  }

  private struct NotUTF8: Error {}

  /// Reads what rendering puts out and compares.
  private static func readProgram(of record: CatalogRecord) throws {
    var step = PatternStep(record.program, record.text)
    while let operation = step.operation {
      try readText(step.literal, step.literalCount)
      if operation == .end { return }
      try readText(step.placeholder, step.placeholderCount)
      _ = KeyHash(step.name, step.nameCount)
      step = operation == .reference ? step.nextOfReference : step.nextOfVariable
    }
    throw NotUTF8()
  }

  private static func readText(_ bytes: UnsafePointer<UInt8>, _ count: Int) throws {
    let text = UnsafeBufferPointer(start: bytes, count: count)
    if UTF8Check.firstInvalid(text) != nil { throw NotUTF8() }
  }

  private static func collect(_ value: Value, _ key: Text?, _ keys: inout [Text]) {
    guard case .object(let members) = value else { return }
    for (name, value) in zip(members.keys, members.values) {
      let own = key.map { $0 + "." + name } ?? name
      keys.append(own)
      collect(value, own, &keys)
    }
  }
}
