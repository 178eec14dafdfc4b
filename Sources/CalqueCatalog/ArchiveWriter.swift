package import CalqueBase
import CalqueTemplate

/// A catalog of an archive with its language and namespace.
package typealias ArchiveBundle = (lng: Text, ns: Text, catalog: Catalog)

/// Writes catalogs of one schema as the bytes of a file.
package struct ArchiveWriter {
  private let schema: CatalogSchema
  /// Locale data; empty for none.
  private let locales: [UInt8]
  private var bytes: [UInt8] = []
  private var texts: [UInt8] = []
  private var textsStart = 0

  private init(_ schema: CatalogSchema, _ locales: [UInt8]) {
    self.schema = schema
    self.locales = locales
  }

  /// - Parameters:
  ///   - format: the number of the catalogs' format.
  ///   - locales: the content of a file of locale data to include; empty for none.
  ///   - source: the mark of the single file that the catalogs were made from.
  /// - Complexity: O(bytes).
  package static func bytes(
    of bundles: [ArchiveBundle], locales: [UInt8] = [], schema: CatalogSchema, format: Int32,
    source: SourceMark = SourceMark()
  ) -> Text {
    var writer = ArchiveWriter(schema, locales)
    writer.write(bundles, format, source)
    return Text(writer.bytes)
  }

  private mutating func write(_ bundles: [ArchiveBundle], _ format: Int32, _ source: SourceMark) {
    let sections = bundles.count + (locales.isEmpty ? 0 : 1)
    textsStart = ArchiveLayout.headSize + sections * ArchiveLayout.entrySize
    let named = bundles.reduce(0) { $0 + $1.lng.count + $1.ns.count }
    let textBytes = schema.texts.reduce(named) { $0 + $1.count }
    let first = ArchiveLayout.aligned(textsStart + textBytes)
    let size = bundles.reduce(first) { $0 + Self.size(of: $1) }
    writeHead(sections, size + ArchiveLayout.aligned(locales.count), format, source)
    var offset = first
    for bundle in bundles {
      let size = Self.size(of: bundle)
      put(ArchiveLayout.catalogKind)
      put(bundle.catalog.root.depth)
      writeEntry(bundle.lng, bundle.ns, at: offset, size)
      offset += size
    }
    if !locales.isEmpty {
      put(ArchiveLayout.localesKind)
      put(0)
      writeEntry("", "", at: offset, ArchiveLayout.aligned(locales.count))
    }
    bytes += texts
    pad(to: first)
    for bundle in bundles {
      bytes.append(contentsOf: bundle.catalog.block)
      pad(to: ArchiveLayout.aligned(bytes.count))
    }
    bytes += locales
    pad(to: ArchiveLayout.aligned(bytes.count))
    ArchiveSeal.set(in: &bytes)
  }

  private mutating func writeHead(
    _ sections: Int, _ size: Int, _ format: Int32, _ source: SourceMark
  ) {
    bytes += ArchiveLayout.magic
    put(ArchiveLayout.byteOrder)
    put(ArchiveLayout.version)
    put(wide: UInt64(size))
    put(wide: 0)
    put(Int(CatalogLayout.version))
    put(Int(format))
    put(sections)
    put(Int(schema.flags))
    put(wide: source.first)
    put(wide: source.second)
    put(schema.compiler.syntax.maxReplaces)
    put(0)
    for text in schema.texts { put(text) }
  }

  /// Writes the rest of an entry after its first two numbers.
  private mutating func writeEntry(_ lng: Text, _ ns: Text, at offset: Int, _ size: Int) {
    put(lng)
    put(ns)
    put(wide: UInt64(offset))
    put(wide: UInt64(size))
    put(wide: 0)
  }

  private static func size(of bundle: ArchiveBundle) -> Int {
    ArchiveLayout.aligned(bundle.catalog.block.count)
  }

  @inline(never)
  private mutating func put(_ text: Text) {
    put(textsStart + texts.count)
    put(text.count)
    texts += text.bytes
  }

  @inline(never)
  private mutating func put(_ number: Int) {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: number)) { bytes.append(contentsOf: $0) }
  }

  @inline(never)
  private mutating func put(wide number: UInt64) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  @inline(never)
  private mutating func pad(to count: Int) {
    bytes += [UInt8](repeating: 0, count: max(0, count - bytes.count))
  }
}
