/// The reason for a failed call, passed to the host as `calque_error`.
///
/// One word in size, because every call that may throw returns it.
package struct Diagnostic: Error, Sendable {
  private struct Fields: Sendable {
    var code: DiagnosticCode
    var message: Text
    var position: Position?
    var path: Text
    var source: Text
    var detail: Int32 = 0
  }

  private final class Content: Sendable {
    let fields: Fields

    init(_ fields: Fields) { self.fields = fields }
  }

  private var content: Content

  /// Most failures have only a message.
  @inline(never)
  package init(_ code: DiagnosticCode, _ message: Literal) {
    self.init(code, Text(message), position: nil)
  }

  @inline(never)
  package init(_ code: DiagnosticCode, _ message: Literal, path: Literal) {
    self.init(code, Text(message), position: nil, path: Text(path), source: nil)
  }

  @inline(never)
  package init(_ code: DiagnosticCode, _ message: Literal, source: Text) {
    self.init(code, Text(message), position: nil, source: source)
  }

  @inline(never)
  @_disfavoredOverload
  package init(_ code: DiagnosticCode, _ message: Text) {
    self.init(code, message, position: nil)
  }

  // Disfavored, so that a call with only a literal uses the initializer above.
  @inline(never)
  @_disfavoredOverload
  package init(
    _ code: DiagnosticCode, _ message: Text, position: Position? = nil, path: Text? = nil,
    source: Text? = nil
  ) {
    content = Content(
      Fields(
        code: code, message: message.onOneLine, position: position,
        path: (path ?? Text()).onOneLine, source: (source ?? Text()).withoutSecrets))
  }

  package var code: DiagnosticCode {
    get { content.fields.code }
    set { change { $0.code = newValue } }
  }

  /// One line, English, without a trailing full stop; control characters in it are escaped.
  package var message: Text {
    get { content.fields.message }
    set { change { $0.message = newValue.onOneLine } }
  }

  /// The message and, as far as they are known, source, line, column and JSON path:
  /// `not a JSON object (de.json:1:2, menu)`.
  package var description: Text {
    let file = message.contains(source) ? Text() : source.onOneLine
    var place = file
    if let position {
      let (line, column) = (position.line, position.column)
      place = file.isEmpty ? "line \(line), column \(column)" : "\(file):\(line):\(column)"
    }
    if !path.isEmpty { place = place.isEmpty ? path : "\(place), \(path)" }
    return place.isEmpty ? message : "\(message) (\(place))"
  }

  /// The position in the source text; nil when there is no source.
  package var position: Position? {
    get { content.fields.position }
    set { change { $0.position = newValue } }
  }

  /// JSON path of the offending value, such as `interpolation.prefix`; empty when there is none.
  package var path: Text {
    get { content.fields.path }
    set { change { $0.path = newValue.onOneLine } }
  }

  /// File, URL or resource name; empty when there is none. Secrets in a URL are masked.
  package var source: Text { content.fields.source }

  /// An error code of the original library, such as one of MSMessagesErrorDomain; 0 for none.
  package var detail: Int32 {
    get { content.fields.detail }
    set { change { $0.detail = newValue } }
  }

  /// The same diagnostic with the name of the source.
  @inline(never)
  package func from(source: Text) -> Diagnostic {
    var named = self
    if named.source.isEmpty { named.change { $0.source = source.withoutSecrets } }
    return named
  }

  @inline(never)
  private mutating func change(_ body: (inout Fields) -> Void) {
    var fields = content.fields
    body(&fields)
    content = Content(fields)
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
  package init(of offset: Int, in bytes: Bytes) {
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
