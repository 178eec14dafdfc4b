import CCalque
import CalqueBase
import CalqueJSON
import CalqueLoading

/// The object behind `calque_load_report`: a report with its texts ending in NUL.
final class LoadedReport: Sendable {
  /// Texts of one file, in the order of `calque_load_file`.
  private struct Texts: Sendable {
    let lng: CText
    let ns: CText
    let location: CText
    let message: CText
  }

  let report: LoadReport
  private let texts: [Texts]

  init(_ report: LoadReport) {
    self.report = report
    texts = report.files.map { file in
      Texts(
        lng: CText(file.lng), ns: CText(file.ns), location: CText(file.location),
        message: CText(file.failure?.line ?? file.remark))
    }
  }

  var status: calque_status {
    switch report.status {
    case .ok: CALQUE_OK
    case .unchanged: CALQUE_UNCHANGED
    case .partial: CALQUE_PARTIAL
    case .failed: DiagnosticCode.loadFailed.rawValue
    case .cancelled: DiagnosticCode.cancelled.rawValue
    }
  }

  /// A file as C sees it; nil beyond the last one.
  func file(at place: Int) -> calque_load_file? {
    guard report.files.indices.contains(place) else { return nil }
    let (file, texts) = (report.files[place], texts[place])
    return calque_load_file(
      struct_size: MemoryLayout<calque_load_file>.size, lng: texts.lng.lent, ns: texts.ns.lent,
      source: file.source.rawValue, outcome: file.outcome.rawValue,
      location: texts.location.lent, status: file.failure?.code.rawValue ?? CALQUE_OK,
      detail: file.failure?.detail ?? 0, http_status: Int32(clamping: file.httpStatus),
      attempts: UInt32(clamping: file.attempts), bytes: UInt64(clamping: file.bytes),
      message: texts.message.lent)
  }
}
