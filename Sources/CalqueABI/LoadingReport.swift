public import CCalque
import CalqueBase
import CalqueJSON
import CalqueLoading

// include/calque/loading.h: reports.

@c @implementation
public func calque_load_report_status(_ report: OpaquePointer!) -> calque_status {
  Handle.object(report, as: LoadedReport.self)?.status ?? DiagnosticCode.cancelled.rawValue
}

@c @implementation
public func calque_load_report_count(_ report: OpaquePointer!) -> Int {
  Handle.object(report, as: LoadedReport.self)?.report.files.count ?? 0
}

@c @implementation
public func calque_load_report_file(
  _ report: OpaquePointer!, _ index: Int, _ file: UnsafeMutablePointer<calque_load_file>!
) -> calque_status {
  Outcome.of(nil) { () throws(Diagnostic) in
    guard let file = file as UnsafeMutablePointer<calque_load_file>? else {
      throw Input.missing("file")
    }
    try Structure.fill(file, calque_load_file(), "file")
    let report = try Input.object(report, LoadedReport.self, "report")
    guard let found = report.file(at: index) else { return CALQUE_NOT_FOUND }
    try Structure.fill(file, found, "file")
    return CALQUE_OK
  }
}

@c @implementation
public func calque_load_report_json(
  _ report: OpaquePointer!, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    JSON.text(of: try Input.object(report, LoadedReport.self, "report").report.value)
  }
}

@c @implementation
public func calque_load_report_retain(_ report: OpaquePointer!) -> OpaquePointer! {
  Handle.retain(report, as: LoadedReport.self)
  return report
}

@c @implementation
public func calque_load_report_release(_ report: OpaquePointer!) {
  Handle.release(report, as: LoadedReport.self)
}
