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
    id = try CalqueError.rethrowing(
      Text(archive).withBytes { (bytes) throws(Diagnostic) in
        try SessionArchive.session(bytes)
      })
  }

  /// The session as JSON, to store it or to send it to another program.
  public var archive: String { SessionArchive.text(of: id).string }
}
