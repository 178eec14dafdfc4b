import CalqueBase
import CalqueCatalog
import CalqueTranslator

/// Compiled files that are opened without checking what is in them.
enum DeferredFixture {
  /// Of English, Russian and German, with a text `k` each; one of them may have wrong bytes. German
  /// is two levels deep.
  static func archive(damaged lng: Text? = nil) throws -> CatalogArchive {
    let json: Text = #"""
      {"en":{"translation":{"k":"en {{n}}"}},"ru":{"translation":{"k":"ru {{n}}"}},
      "de":{"translation":{"k":"de {{n}}","below":{"k":"unten"}}}}
      """#
    let good = try CatalogCompiler.compile(
      try TranslatorFixture.members(json), format: .v4, given: Members())
    var bytes = good.bytes
    if let lng {
      let text = Array((lng + " {{n}}").bytes)
      for start in 0..<(bytes.count - text.count)
      where Array(bytes[start..<(start + text.count)]) == text {
        bytes[start] ^= 1
      }
    }
    let memory = bytes.withUnsafeBytes { MemoryRegion(copying: $0) }
    return try CatalogCompiler.open(memory, isDeferred: true)
  }
}
