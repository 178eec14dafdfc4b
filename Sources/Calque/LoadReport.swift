import CalqueBase
public import CalqueLoading

/// The outcome of a load, file by file.
public struct LoadReport: Sendable, Equatable, Codable {
  /// The report on one file.
  public struct File: Sendable, Equatable, Codable {
    public let lng: String
    /// Namespace; "" for a file with all namespaces of a language.
    public let ns: String
    public let source: LoadSource
    public let outcome: LoadOutcome
    /// URL or path; "" when there is none.
    public let location: String
    /// Why it failed or is stale; nil otherwise.
    public let error: CalqueError?
    /// Why its texts are never found although it was loaded; nil where they are.
    public let remark: String?
    /// HTTP status of the last response; 0 when there was none.
    public let httpStatus: Int
    public let attempts: Int
    /// Bytes of the content.
    public let bytes: Int
  }

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

extension LoadReport.File {
  fileprivate init(_ file: FileReport) {
    lng = file.lng.string
    ns = file.ns.string
    source = file.source
    outcome = file.outcome
    location = file.location.string
    error = file.failure.map { CalqueError($0) }
    remark = file.remark.isEmpty ? nil : file.remark.string
    httpStatus = file.httpStatus
    attempts = file.attempts
    bytes = file.bytes
  }
}

// As the report is written in JSON: by name.

extension LoadStatus: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.named() }

  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: name.string) }
}

extension LoadSource: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.named() }

  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: name.string) }
}

extension LoadOutcome: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.named() }

  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: name.string) }
}
