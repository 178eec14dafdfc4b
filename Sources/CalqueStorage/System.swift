import CPlatform
import CalqueBase

/// The system's error for a call that failed.
enum SystemError {
  /// A failure with the system's message for the last error of this thread.
  static func diagnostic(_ what: Literal, _ path: Text = "") -> Diagnostic {
    var reason = [CChar](repeating: 0, count: 128)
    let code = calque_platform_errno()
    reason.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { calque_platform_error_text(code, start, buffer.count) }
    }
    let words = Text(reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    return Diagnostic(.io, "\(what): \(words)", source: path.forMessages)
  }
}

extension Text {
  init(cString start: UnsafePointer<CChar>) {
    let bytes = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
    self.init(UnsafeBufferPointer(start: bytes, count: strlen(start)))
  }

  /// Calls `body` with the text as a path of the system.
  ///
  /// - Throws: `invalidArgument` when there is a NUL in it.
  func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) throws(Diagnostic) -> Result {
    func run(_ path: UnsafeRawPointer) -> Result { body(path.assumingMemoryBound(to: CChar.self)) }
    return run(try path())
  }

  @inline(never)
  private func path() throws(Diagnostic) -> [UInt8] {
    guard !bytes.contains(0) else {
      throw Diagnostic(.invalidArgument, "a path contains a NUL", source: self)
    }
    return bytes + [0]
  }
}

/// The system's clock.
package enum SystemClock {
  /// Milliseconds since 1970.
  package static func milliseconds() -> Int64 { calque_platform_milliseconds() }
}
