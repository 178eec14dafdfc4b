public import CCalque
import CalqueBase
import CalqueLoading

// include/calque/loading.h: reports.

@c @implementation
public func calque_load_report_status(_ report: OpaquePointer?) -> calque_status {
  Handle.object(report, as: LoadedReport.self)?.status ?? DiagnosticCode.cancelled.rawValue
}

@c @implementation
public func calque_load_report_file(
  _ report: OpaquePointer?, _ index: Int, _ file: UnsafeMutablePointer<calque_load_file>?
) -> calque_status {
  Outcome.of(nil) { () throws(Diagnostic) in
    let file = try Input.given(file, "file")
    try Structure.fill(file, calque_load_file(), "file")
    let report = try Input.object(report, LoadedReport.self, "report")
    guard let found = report.file(at: index) else { return CALQUE_NOT_FOUND }
    try Structure.fill(file, found, "file")
    return CALQUE_OK
  }
}

extension CFunction {
  static func calque_load_report_count(_ report: LoadedReport) -> Int {
    report.report.files.count
  }

  static func calque_load_report_json(_ report: LoadedReport) -> Value { report.report.value }
}
