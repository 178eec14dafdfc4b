import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTranslator

/// A file of catalogs: refused, or read to its end without harm.
///
/// The first byte says how the rest is meant: as a file as it is, as one whose checksums are made to
/// fit, or as changes (an offset of two bytes and a byte) of a good file whose checksums are made to
/// fit.
enum FuzzCatalogFile {
  static func run(_ input: FuzzInput) {
    var input = input
    guard let first = input.byte() else { return }
    var file = input.rest().bytes
    switch first % 3 {
    case 0: break
    case 1: ArchiveSeal.set(in: &file)
    default:
      file = ChangedFile.bytes(good, by: file)
      ArchiveSeal.set(in: &file)
    }
    open(file)
  }

  private static let good: [UInt8] = {
    let json: Text = #"""
      {"en":{"a":{"p":"x","v":"Hi {{name}}, $t(p)","d":"{{x, f}}","a.b":"f","a":{"b":"é","c":[1]}},
      "b":{"n":null,"t":true,"i":-7,"f":1.5,"o":{}}},"ru":{"a":{"f_one":"{{count}} файл"}}}
      """#
    guard let resources = try? JSON.parse(json).object,
      let bytes = try? CatalogCompiler.compile(resources, format: .v4, given: Members())
    else { preconditionFailure("the good file cannot be made") }
    return bytes.bytes
  }()

  private static func open(_ file: [UInt8]) {
    let memory = file.withUnsafeBytes { MemoryRegion(copying: $0) }
    guard let archive = try? CatalogCompiler.open(memory, isDeferred: false) else { return }
    guard let format = TranslatorFormat(rawValue: archive.format) else { return }
    let isIOS = format == .ios
    let options = Members([
      (isIOS ? "lang" : "lng", .text("en")),
      (isIOS ? "fallbackLang" : "fallbackLng", .text("ru")),
    ])
    guard let translator = try? Translator(format: format, given: options, host: HostCallbacks()),
      (try? translator.addArchive(archive, lngs: nil, mode: .init())) != nil
    else { return }
    for archived in archive.catalogs {
      guard let catalog = archived.catalog else { return }
      _ = JSON.text(of: catalog.root.value)
      guard case .object(let members) = catalog.root.value else { continue }
      let ns = archived.ns
      for name in members.keys { translate(translator, ns + ":" + name) }
      for name in members.keys { translate(translator, name) }
    }
  }

  private static func translate(_ translator: Translator, _ key: Text) {
    let text = translator.translate([key], Members([("count", .int(1))])).text
    precondition(isUTF8(text.bytes), "the answer is not UTF-8")
    let (shown, _) = DoorComparison.text(of: key, translator, Members())
    precondition(isUTF8(shown.bytes), "the text that is put out is not UTF-8")
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) == nil }
  }
}
