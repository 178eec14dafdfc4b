import CalqueBase
import CalqueJSON
import CalqueTemplate

/// A template and its arguments, in both dialects.
enum FuzzSprintf {
  static func run(_ input: FuzzInput) {
    var input = input
    guard input.isUTF8 else { return }
    let template = input.line()
    guard let arguments = input.json() else { return }
    for dialect: PatternDialect in [.modern, .ios] {
      let text = Sprintf.format(template, arguments, dialect: dialect) { JSON.text(of: $0) }
      let isValid = text.bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) == nil }
      precondition(isValid, "the text is not UTF-8")
    }
  }
}
