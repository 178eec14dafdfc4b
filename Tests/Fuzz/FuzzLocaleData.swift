import CPlatform
import CalqueBase
import CalqueFormat
import CalqueJSON
import CalqueStorage

/// A file of locale data: refused, or read by formatters of all kinds without harm.
///
/// The first byte says how the rest is meant: as a file as it is, or as changes (an offset of two
/// bytes and a byte) of a good file. The second chooses a locale and options.
enum FuzzLocaleData {
  /// samples/locales.ctd; the target must be run where that is.
  private static let good: [UInt8] = {
    guard let file = try? CacheDirectory("samples").read("locales.ctd", maximumBytes: 1 << 20)
    else { preconditionFailure("samples/locales.ctd is not there") }
    return file.bytes
  }()

  private static let options: [(Formatter.Kind, Text)] = [
    (.number, #"{"style":"currency","currency":"EUR","currencyDisplay":"name"}"#),
    (.number, #"{"notation":"compact","compactDisplay":"long"}"#),
    (.number, #"{"style":"unit","unit":"mile-per-hour","unitDisplay":"long"}"#),
    (.relativeTime, #"{"unit":"day","numeric":"auto"}"#),
    (.dateTime, #"{"dateStyle":"full","timeStyle":"full","timeZone":"Europe/Berlin"}"#),
    (.dateTime, #"{"month":"long","dayPeriod":"long","hour":"numeric"}"#),
    (.list, #"{"type":"disjunction"}"#),
    (.displayName, #"{"type":"language"}"#),
    (.displayName, #"{"type":"region","style":"short"}"#),
    (.displayName, #"{"type":"currency"}"#),
  ]

  static func run(_ input: FuzzInput) {
    var input = input
    guard let first = input.byte(), let choice = input.byte() else { return }
    var file = input.rest().bytes
    if first % 2 == 1 { file = ChangedFile.bytes(good, by: file) }
    let memory = file.withUnsafeBytes { MemoryRegion(copying: $0) }
    guard let data = try? LocaleData.open(memory) else { return }
    let locales: [Text] = ["ar", "de-CH", "en-IN", "ja-u-ca-japanese", "pl", "ru"]
    for (kind, json) in options {
      format(kind, json, locales[Int(choice) % locales.count], data)
    }
    _ = data.has(locales[0])
    let cut = data.cut(to: locales)
    let again = cut.withUnsafeBytes { MemoryRegion(copying: $0) }
    _ = try? LocaleData.open(again)
  }

  private static func format(
    _ kind: Formatter.Kind, _ json: Text, _ locale: Text, _ data: LocaleData
  ) {
    guard let members = try? JSON.parse(json).object,
      let formatter = try? Formatter.make(
        kind, locale: locale, options: members, isStrict: true, data: data)
    else { return }
    check { formatter.format(Int64(1_715_951_045_678), to: &$0) }
    check { formatter.format(-1.5, to: &$0) }
    check { output in formatter.format(3, to: &output) { _ in "a" } }
    for code: Text in ["de-AT", "CH", "EUR"] {
      check { output in
        code.bytes.withUnsafeBufferPointer { formatter.format(code: $0, to: &output) } ?? false
      }
    }
  }

  private static func check(_ format: (inout Output) -> Bool) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { room in
      var output = Output(room.baseAddress, capacity: room.count)
      guard format(&output), !output.isTruncated else { return }
      let bytes = Bytes(rebasing: UnsafeBufferPointer(room)[..<output.length])
      precondition(UTF8Check.firstInvalid(bytes) == nil, "the text is not UTF-8")
    }
  }
}
