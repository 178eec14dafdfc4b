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

/// Identities of sessions, messages and participants, as UUIDs in lower case.
extension Identity: CustomStringConvertible, LosslessStringConvertible, Hashable, Codable {
  /// Reads a UUID, with hyphens or without; nil for any other text, and for one that is all zero.
  public init?(_ description: String) { self.init(Text(description)) }

  public var description: String { text.string }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
  }

  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a UUID") { Identity($0) }
  }

  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }

  /// nil for none.
  var known: Identity? { isNone ? nil : self }
}
