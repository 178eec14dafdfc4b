public import CalqueBase
import CalqueTranscript

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
    guard let id = Identity(Text(archive)) else {
      throw CalqueError(Diagnostic(.invalidArgument, "not the archive of a session"))
    }
    self.id = id
  }

  /// The session as a UUID, to store it or to send it to another program.
  public var archive: String { id.text.string }
}
