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
    for spec in FormatSpec.chain(line).prefix(4) {
      for kind in Formatter.Kind.allCases { formatNeutrally(value, kind, spec.options) }
      format(value.number ?? 0, spec.options)
    }
    _ = IntervalPlural.choose(line, count: value.number ?? 1)
    _ = CivilTime(iso8601: line)
  }

  /// A value by whatever options, as for a language about which nothing is known.
  private static func formatNeutrally(_ value: Value, _ kind: Formatter.Kind, _ options: Members) {
    guard let formatter = Formatter.makeNeutral(kind, locale: "tlh", options: options) else {
      return
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { room in
      var output = Output(room.baseAddress, capacity: room.count)
      _ = formatter.format(value.number ?? 0, to: &output)
      let bytes = Bytes(rebasing: UnsafeBufferPointer(room)[..<min(output.length, 1023)])
      precondition(UTF8Check.firstInvalid(bytes) == nil, "the text is not UTF-8")
    }
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
