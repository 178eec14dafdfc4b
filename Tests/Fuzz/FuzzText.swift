import CalqueBase
import CalqueTranslator

/// A message of each format with options of a call: the answer is UTF-8, within its limits, and the
/// same by a hot call as by the full rules.
///
/// The first byte chooses the format. Behind it, the first line is the message, the second another it may refer to as `b`, the third JSON options
/// of the translator; the rest is JSON options of the call.
enum FuzzText {
  private static let formats: [TranslatorFormat] = [.v4, .v3, .v1, .ios]

  static func run(_ input: FuzzInput) {
    var input = input
    guard input.isUTF8, let first = input.byte(), first < 0x80 else { return }
    let tree = Members([
      ("a", .text(input.line())), ("a_one", .text("one {{count}}")), ("b", .text(input.line())),
      ("l", .array([.text("x"), .text("$t(a)")])), ("o", .object(Members([("p", .text("$t(b)"))]))),
    ])
    let given = (try? JSONLine.members(input.line())) ?? Members()
    guard case .object(let call)? = input.json() else { return }
    translate(formats[Int(first % 4)], tree, given, call)
  }

  private static func translate(
    _ format: TranslatorFormat, _ tree: Members, _ given: Members, _ call: Members
  ) {
    var options = given
    let bundle = Value.object(Members([("translation", .object(tree))]))
    let resources = Value.object(Members([("en", bundle)]))
    options[format == .ios ? "lang" : "lng"] = .text("en")
    let name: Text =
      format == .ios ? "resourcesStore" : format == .v1 ? "resStore" : "resources"
    options[name] = resources
    options["limits"] = .object(
      Members([("maxSteps", .int(300)), ("maxOutput", .int(10_000)), ("maxNesting", .int(6))]))
    guard let translator = try? Translator(format: format, given: options, host: HostCallbacks())
    else { return }
    for key: Text in ["a", "l", "o"] {
      let text = translator.translate([key], call).text
      let isValid = text.bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) == nil }
      precondition(isValid, "the answer is not UTF-8")
      DoorComparison.check(translator, given, key, call)
    }
    _ = translator.exists(["a"], call)
    _ = translator.explain(["a", "l"], call)
  }
}
