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
    if let first = failed.first { message += ": \(first.description)" }
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

extension FileName {
  /// As a name in a table. No language code has a NUL.
  var key: Text { "\(lng)\(Text([0]))\(ns)" }
}

extension FileReport {
  init(_ name: FileName, _ source: LoadSource, _ outcome: LoadOutcome) {
    self.init(lng: name.lng, ns: name.ns, source: source, outcome: outcome)
  }

  mutating func found(
    _ source: LoadSource, _ outcome: LoadOutcome, _ location: Text, _ bytes: Int
  ) {
    (self.source, self.outcome) = (source, outcome)
    (self.location, self.bytes) = (location, bytes)
  }

  /// As a member of a report in JSON.
  var value: Value {
    var members: Members = [
      "lng": .text(lng), "ns": .text(ns), "source": .text(source.name),
      "outcome": .text(outcome.name), "location": .text(location),
      "httpStatus": .int(Int64(httpStatus)), "attempts": .int(Int64(attempts)),
      "bytes": .int(Int64(bytes)),
    ]
    if let failure {
      members["status"] = .int(Int64(failure.code.rawValue))
      members["detail"] = .int(Int64(failure.detail))
      members["message"] = .text(failure.description)
    } else if !remark.isEmpty {
      members["message"] = .text(remark)
    }
    return .object(members)
  }
}

/// Numbers of I18NextErrorDomain, as details of a diagnostic.
enum LoadDetail {
  static let loadFailed: Int32 = 1
  static let invalidLangData: Int32 = 2
  static let cacheReadFailed: Int32 = 10
  static let cacheWriteFailed: Int32 = 11
}

extension Diagnostic {
  /// The same diagnostic with a number of I18NextErrorDomain.
  func with(detail: Int32) -> Diagnostic {
    var numbered = self
    numbered.detail = detail
    return numbered
  }
}
