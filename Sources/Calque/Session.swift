import CalqueBase
public import CalqueTranscript

/// The identity that messages share if they replace one another.
public struct Session: Hashable, Sendable, Codable {
  public let id: Identity

  /// Makes a new session.
  public init() { id = .random() }

  /// Makes a session with an identity.
  public init(id: Identity) { self.id = id }

  /// Makes a session from its archive.
  ///
  /// - Throws: `CalqueError` for anything else.
  public init(archive: String) throws(CalqueError) {
    id = try CalqueError.mapping { () throws(Diagnostic) in
      try Text(archive).reading { (bytes) throws(Diagnostic) in
        try SessionArchive.session(bytes)
      }
    }
  }

  /// The session as JSON, to store it or to send it to another program.
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
