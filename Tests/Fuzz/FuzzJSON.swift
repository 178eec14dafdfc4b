import CalqueBase
import CalqueJSON

/// Any bytes as JSON: an error has a place in the text; what is read can be written and read again, and
/// is the same when it is read in place.
enum FuzzJSON {
  static func run(_ input: FuzzInput) {
    let limits = JSONLimits(maximumBytes: 1 << 16, maximumDepth: 40)
    let scanned = UTF8Check.firstInvalid(input.bytes) == nil ? scanned(input.bytes) : nil
    do throws(Diagnostic) {
      let value = try JSON.parse(input.bytes, limits: limits)
      precondition(scanned == nil || scanned == value, "read otherwise in place")
      let text = JSON.text(of: value)
      guard let again = try? JSON.parse(text) else {
        preconditionFailure("not JSON: \(text.string)")
      }
      precondition(JSON.text(of: again) == text, "written otherwise the second time")
    } catch {
      precondition(scanned == nil || error.code == .limitExceeded, "read in place, and wrong")
      precondition(!error.message.isEmpty)
      let offset = error.position?.offset ?? 0
      precondition(offset >= 0 && offset <= input.bytes.count)
    }
  }
  private static func scanned(_ bytes: Bytes) -> Value? {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { block in
      var arena = Arena(block.baseAddress.unsafelyUnwrapped, block.count)
      defer { arena.free() }
      return withUnsafeMutablePointer(to: &arena) { arena in
        var scan = JSONScan(bytes, in: arena)
        guard let item = scan.value(), scan.isAtEnd() else { return nil }
        return item.value(in: arena)
      }
    }
  }
}
