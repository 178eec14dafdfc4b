import CalqueBase
import CalqueFormat
import CalqueTemplate

/// A chain of formats and a value; intervals and times of the same bytes.
enum FuzzFormat {
  static func run(_ input: FuzzInput) {
    var input = input
    guard input.isUTF8 else { return }
    let line = input.line()
    let value = input.json() ?? .null
    var result = value
    for spec in FormatSpec.chain(line).prefix(4) {
      result = RootFormatter.format(spec.name, value: result, options: spec.options) ?? result
      format(value.number ?? 0, spec.options)
    }
    let text = ValueText.of(result)
    let isValid = text.bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) == nil }
    precondition(isValid, "the text is not UTF-8")
    _ = IntervalPlural.choose(line, count: value.number ?? 1)
    _ = CivilTime(iso8601: line)
  }

  /// A number by whatever options.
  private static func format(_ number: Double, _ options: Members) {
    guard
      let formatter = try? Formatter.make(
        .number, locale: "hi", options: options, isStrict: false, data: nil)
    else { return }
    var output = Output(nil, capacity: 0)
    precondition(formatter.format(number, to: &output), "a number has no form")
  }
}
