import CalqueBase

/// The object behind `calque_error`: a diagnostic with its texts ending in NUL.
final class Failure: Sendable {
  let diagnostic: Diagnostic
  let message: CText
  let path: CText
  let source: CText

  init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
    message = CText(diagnostic.line)
    path = CText(diagnostic.path)
    source = CText(diagnostic.source)
  }
}
