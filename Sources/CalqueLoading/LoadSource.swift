import CalqueBase

/// Where a resource file came from.
public enum LoadSource: Int32, Sendable {
  /// Nowhere.
  case none = 0
  /// `<lang>.lproj` in a directory that is installed with the program.
  case bundle = 1
  /// The directory of the last good responses.
  case cache = 2
  /// A path that a template names.
  case file = 3
  /// A URL that a template names.
  case network = 4

  var name: Text {
    switch self {
    case .none: "none"
    case .bundle: "bundle"
    case .cache: "cache"
    case .file: "file"
    case .network: "network"
    }
  }
}

/// The outcome of loading a resource file.
public enum LoadOutcome: Int32, Sendable {
  case loaded = 0
  /// The server has nothing newer.
  case unchanged = 1
  /// The cached copy is used although it could not be renewed.
  case stale = 2
  /// No source has it, and none was expected to.
  case absent = 3
  case failed = 4

  var name: Text {
    switch self {
    case .loaded: "loaded"
    case .unchanged: "unchanged"
    case .stale: "stale"
    case .absent: "absent"
    case .failed: "failed"
    }
  }
}

/// How a load ended.
public enum LoadStatus: Sendable {
  case ok
  case unchanged
  case partial
  case failed
  case cancelled
}
