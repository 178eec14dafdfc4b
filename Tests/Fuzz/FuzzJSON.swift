import CalqueBase
import CalqueJSON

/// Any bytes as JSON: an error has a place in the text; what is read can be written and read again.
enum FuzzJSON {
  static func run(_ input: FuzzInput) {
    let limits = JSONLimits(maximumBytes: 1 << 16, maximumDepth: 40)
    do throws(Diagnostic) {
      let value = try JSON.parse(input.bytes, limits: limits)
      let text = JSON.text(of: value)
      guard let again = try? JSON.parse(text) else {
        preconditionFailure("not JSON: \(text.string)")
      }
      precondition(JSON.text(of: again) == text, "written otherwise the second time")
    } catch {
      precondition(!error.message.isEmpty)
      let offset = error.position?.offset ?? 0
      precondition(offset >= 0 && offset <= input.bytes.count)
    }
  }
}
