/// Why a call failed: what `calque_error` carries to the host.
package struct Diagnostic: Error, Sendable {
  package var code: DiagnosticCode
  /// One line, English, without a trailing full stop.
  package var message: Text
  /// Where in the source text; nil when there is no source.
  package var position: Position?
  /// JSON path of the offending value, such as `interpolation.prefix`; empty when there is none.
  package var path: Text
  /// File or resource name; empty when there is none.
  package var source: Text
  /// A number of the reference for what failed, such as those of MSMessagesErrorDomain; 0 for none.
  package var detail: Int32 = 0

  package init(
    _ code: DiagnosticCode, _ message: Text, position: Position? = nil, path: Text = "",
    source: Text = ""
  ) {
    self.code = code
    self.message = message
    self.position = position
    self.path = path
    self.source = source
  }

  /// The same diagnostic, naming where the text came from.
  package func from(source: Text) -> Diagnostic {
    var named = self
    if named.source.isEmpty { named.source = source }
    return named
  }
}

/// Line and column count from 1, the column in bytes; the offset counts bytes from 0.
package struct Position: Equatable, Sendable {
  package var line: Int
  package var column: Int
  package var offset: Int

  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The position of a byte offset in a text.
  package init(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let end = min(max(offset, 0), bytes.count)
    var line = 1
    var start = 0
    for at in 0..<end where bytes[at] == 0x0A {
      line += 1
      start = at + 1
    }
    self.init(line: line, column: end - start + 1, offset: end)
  }
}
