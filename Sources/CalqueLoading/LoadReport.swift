package import CalqueBase

/// How a load ended, file by file.
package struct LoadReport: Sendable {
  package let status: LoadStatus
  /// The wanted files, language by language; then what went wrong with bundles and the cache.
  package let files: [FileReport]

  /// A load that was cancelled, or superseded by a newer one.
  static let cancelled = LoadReport(status: .cancelled, files: [])

  /// The failure of the whole load; nil if something was loaded.
  package var failure: Diagnostic? {
    switch status {
    case .ok, .unchanged, .partial: nil
    case .cancelled: Diagnostic(.cancelled, "the load was cancelled")
    case .failed: whole
    }
  }

  /// Names the first file that failed, and how many did.
  private var whole: Diagnostic {
    let failed = files.compactMap { $0.failure }
    var message: Text = "nothing could be loaded"
    if let first = failed.first { message += ": " + first.line }
    if failed.count > 1 {
      message += " (and "
      message.append(decimal: failed.count - 1)
      message += " more)"
    }
    return Diagnostic(.loadFailed, message, source: failed.first?.source ?? "")
      .with(detail: LoadDetail.loadFailed)
  }

  /// The report as JSON: `status` and `files`.
  package var value: Value {
    .object(["status": .text(status.name), "files": .array(files.map { $0.value })])
  }
}
