package import CalqueBase
import CalqueTemplate

/// A catalog of an archive and what it is for.
package struct ArchiveBundle: Sendable {
  package let lng: Text
  package let ns: Text
  package let catalog: Catalog

  package init(lng: Text, ns: Text, catalog: Catalog) {
    self.lng = lng
    self.ns = ns
    self.catalog = catalog
  }
}

/// Puts catalogs of one schema into the bytes of a file.
package struct ArchiveWriter {
  private let schema: CatalogSchema
  private var bytes: [UInt8] = []
  private var texts: [UInt8] = []
  private var textsStart = 0

  private init(_ schema: CatalogSchema) { self.schema = schema }

  /// - Parameters:
  ///   - format: number of the format that the catalogs follow.
  ///   - source: of the one file that they were made from.
  /// - Complexity: O(bytes).
  package static func bytes(
    of bundles: [ArchiveBundle], schema: CatalogSchema, format: Int32,
    source: SourceMark = SourceMark()
  ) -> Text {
    var writer = ArchiveWriter(schema)
    writer.write(bundles, format, source)
    return Text(writer.bytes)
  }

  private mutating func write(_ bundles: [ArchiveBundle], _ format: Int32, _ source: SourceMark) {
    textsStart = ArchiveLayout.headSize + bundles.count * ArchiveLayout.entrySize
    let named = bundles.reduce(0) { $0 + $1.lng.count + $1.ns.count }
    let textBytes = schema.texts.reduce(named) { $0 + $1.count }
    let first = ArchiveLayout.aligned(textsStart + textBytes)
    writeHead(bundles, format, source, first)
    var offset = first
    for bundle in bundles {
      writeEntry(bundle, at: offset)
      offset += Self.size(of: bundle)
    }
    bytes += texts
    pad(to: first)
    for bundle in bundles {
      bytes.append(contentsOf: bundle.catalog.block)
      pad(to: ArchiveLayout.aligned(bytes.count))
    }
    ArchiveSeal.set(in: &bytes)
  }

  private mutating func writeHead(
    _ bundles: [ArchiveBundle], _ format: Int32, _ source: SourceMark, _ first: Int
  ) {
    bytes += ArchiveLayout.magic
    put(ArchiveLayout.byteOrder)
    put(ArchiveLayout.version)
    put(wide: UInt64(bundles.reduce(first) { $0 + Self.size(of: $1) }))
    put(wide: 0)
    put(Int(CatalogLayout.version))
    put(Int(format))
    put(bundles.count)
    put(Int(schema.flags.rawValue))
    put(wide: source.first)
    put(wide: source.second)
    put(schema.compiler.syntax.maxReplaces)
    put(0)
    for text in schema.texts { put(text) }
  }

  private mutating func writeEntry(_ bundle: ArchiveBundle, at offset: Int) {
    put(ArchiveLayout.catalogKind)
    put(bundle.catalog.root.depth)
    put(bundle.lng)
    put(bundle.ns)
    put(wide: UInt64(offset))
    put(wide: UInt64(Self.size(of: bundle)))
    put(wide: 0)
  }

  private static func size(of bundle: ArchiveBundle) -> Int {
    ArchiveLayout.aligned(bundle.catalog.block.count)
  }

  private mutating func put(_ text: Text) {
    put(textsStart + texts.count)
    put(text.count)
    texts += text.bytes
  }

  private mutating func put(_ number: Int) {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: number)) { bytes.append(contentsOf: $0) }
  }

  private mutating func put(wide number: UInt64) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  private mutating func pad(to count: Int) {
    bytes += [UInt8](repeating: 0, count: max(0, count - bytes.count))
  }
}
