package import CalqueBase

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
}

extension LoadSource: Named {
  package static let names: [(name: Literal, value: LoadSource)] = [
    ("none", .none), ("bundle", .bundle), ("cache", .cache), ("file", .file), ("network", .network),
  ]
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
}

extension LoadOutcome: Named {
  package static let names: [(name: Literal, value: LoadOutcome)] = [
    ("loaded", .loaded), ("unchanged", .unchanged), ("stale", .stale), ("absent", .absent),
    ("failed", .failed),
  ]
}

/// How a load ended.
public enum LoadStatus: Sendable {
  case ok
  case unchanged
  case partial
  case failed
  case cancelled
}

extension LoadStatus: Named {
  package static let names: [(name: Literal, value: LoadStatus)] = [
    ("ok", .ok), ("unchanged", .unchanged), ("partial", .partial), ("failed", .failed),
    ("cancelled", .cancelled),
  ]
}
