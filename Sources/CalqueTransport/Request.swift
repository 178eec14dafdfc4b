package import CalqueBase

extension Response {
  /// The value of the first header of a name.
  package func header(_ name: Text) -> Text? {
    let wanted = name.lowercasedASCII()
    return headers.first { $0.name.lowercasedASCII() == wanted }?.value
  }

  // MARK: Verdict

  /// Whether a conditional request found nothing changed.
  package var isNotModified: Bool { status == 304 }

  /// The failure of a response whose status is not success, with the status as the detail; nil for
  /// success.
  package func failure(accepting statuses: ClosedRange<Int> = 200...299) -> Diagnostic? {
    guard !statuses.contains(status) else { return nil }
    var message: Text = "the server answered with status "
    message.append(decimal: status)
    var failure = Diagnostic(.httpStatus, message)
    failure.detail = Int32(clamping: status)
    return failure
  }

  /// Whether the same request may succeed later: the server is busy, or has a fault.
  package static func isTemporary(status: Int) -> Bool { status == 429 || status >= 500 }

  /// Whether the server, or a proxy before it, did not take the request, and may take it later.
  package static func isBusy(status: Int) -> Bool { [429, 502, 503, 504].contains(status) }
}
