import CalqueBase
public import CalqueLoading

/// The outcome of a load, file by file.
public struct LoadReport: Sendable, Equatable, Codable {
  public let status: LoadStatus
  /// The requested files, then bundles and caches with errors.
  public let files: [File]
  /// Why nothing could be loaded; nil if something was.
  public let error: CalqueError?

  init(_ report: CalqueLoading.LoadReport) {
    status = report.status
    files = report.files.map { File($0) }
    error = report.failure.map { CalqueError($0) }
  }
}
