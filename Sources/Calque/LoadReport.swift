import CalqueBase
import CalqueLoading

/// How a load ended, file by file.
public struct LoadReport: Sendable {
  /// How it ended as a whole.
  public enum Status: Sendable {
    /// Everything that was wanted is there, or was not expected anywhere.
    case ok
    /// No file is newer than what was there.
    case unchanged
    /// Some files failed or are stale; the rest is in place.
    case partial
    /// There is nothing of any file.
    case failed
    /// Cancelled, superseded by a newer load, or ended with its translator.
    case cancelled
  }

  /// What became of one file.
  public struct File: Sendable {
    /// Where it came from.
    public enum Source: Sendable {
      case nowhere
      case bundle
      case cache
      case file
      case network
    }

    /// What became of it.
    public enum Outcome: Sendable {
      case loaded
      /// The server has nothing newer than what is there.
      case unchanged
      /// It could not be renewed; what the cache has is used.
      case stale
      /// No source has it, and none had to.
      case absent
      case failed
    }

    public let lng: String
    /// Namespace; "" for a file that holds all of a language.
    public let ns: String
    public let source: Source
    public let outcome: Outcome
    /// URL or path; "" when there is none.
    public let location: String
    /// Why it failed or is stale; nil otherwise.
    public let error: TranslatorError?
    /// Status of the last answer; 0 when there was none.
    public let httpStatus: Int
    public let attempts: Int
    /// Bytes of the content.
    public let bytes: Int
  }

  public let status: Status
  /// The wanted files, then bundles and caches with which something went wrong.
  public let files: [File]

  init(_ report: CalqueLoading.LoadReport) {
    status =
      switch report.status {
      case .ok: .ok
      case .unchanged: .unchanged
      case .partial: .partial
      case .failed: .failed
      case .cancelled: .cancelled
      }
    files = report.files.map { File($0) }
  }
}

extension LoadReport.File {
  fileprivate init(_ file: FileReport) {
    lng = file.lng.string
    ns = file.ns.string
    source =
      switch file.source {
      case .none: .nowhere
      case .bundle: .bundle
      case .cache: .cache
      case .file: .file
      case .network: .network
      }
    outcome =
      switch file.outcome {
      case .loaded: .loaded
      case .unchanged: .unchanged
      case .stale: .stale
      case .absent: .absent
      case .failed: .failed
      }
    location = file.location.string
    error = file.failure.map { TranslatorError($0) }
    httpStatus = file.httpStatus
    attempts = file.attempts
    bytes = file.bytes
  }
}
