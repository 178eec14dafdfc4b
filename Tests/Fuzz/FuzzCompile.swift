import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTranslator

/// Catalogs of each format: what is compiled can be opened, and gives back and translates what the
/// tree does.
///
/// The first byte chooses the format; the first line is JSON options, the rest the tree.
enum FuzzCompile {
  private static let formats: [TranslatorFormat] = [.v4, .v3, .v2, .v1, .ios]

  static func run(_ input: FuzzInput) {
    var input = input
    guard input.isUTF8, let first = input.byte(), first < 0x80 else { return }
    let format = formats[Int(first) % formats.count]
    var given = (try? JSONLine.members(input.line())) ?? Members()
    guard case .object(let tree)? = input.json() else { return }
    let bundle = Value.object(Members([("translation", .object(tree))]))
    let resources = Members([("en", bundle)])
    guard let file = try? CatalogCompiler.compile(resources, format: format, given: given) else {
      return
    }
    let memory = file.bytes.withUnsafeBytes { MemoryRegion(copying: $0) }
    guard let archive = try? CatalogCompiler.open(memory, isDeferred: false) else {
      preconditionFailure("what was compiled cannot be opened")
    }
    given[format == .ios ? "lang" : "lng"] = .text("en")
    let host = HostCallbacks()
    guard let compiled = try? Translator(format: format, given: given, host: host),
      (try? compiled.addArchive(archive, lngs: nil, mode: .init())) != nil,
      let built = try? Translator(format: format, given: given, host: host),
      (try? built.addBundle(tree, lng: "en", ns: "translation", mode: .init())) != nil
    else { return }
    let call = Members([("count", .int(2)), ("context", .text("b")), ("a", .text("x"))])
    for name in tree.keys.prefix(16) {
      precondition(
        compiled.translate([name], call).text == built.translate([name], call).text,
        "a compiled file translates otherwise")
    }
  }
}
