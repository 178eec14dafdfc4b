import CalqueBase
public import CalqueTranscript

/// The identity that messages share when each is an update of the one before.
public struct Session: Hashable, Sendable, Codable {
  public let id: Identity

  /// Makes a new session.
  public init() { id = .random() }

  /// Takes the session of an identity.
  public init(id: Identity) { self.id = id }

  /// Takes a session from its archive.
  ///
  /// - Throws: `CalqueError` for anything else.
  public init(archive: String) throws(CalqueError) {
    id = try CalqueError.mapping { () throws(Diagnostic) in
      try Text(archive).reading { (bytes) throws(Diagnostic) in
        try SessionArchive.session(bytes)
      }
    }
  }

  /// The session as JSON, to keep or to hand on.
  public var archive: String { SessionArchive.text(of: id).string }
}

extension Text {
  /// Calls a body with the bytes, and throws what it throws.
  func reading<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    try bytes.withUnsafeBufferPointer(body)
  }
}
