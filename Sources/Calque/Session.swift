import CalqueBase
import CalqueTranscript

/// The identity that messages share when each is an update of the one before.
public struct Session: Equatable, Sendable {
  let identity: Identity

  /// Makes a new session.
  public init() { identity = .random() }

  init(_ identity: Identity) { self.identity = identity }

  /// Takes the session of an identifier: a UUID that is not all zero, or nil.
  public init?(id: String) {
    guard let identity = Identity(Text(id)) else { return nil }
    self.identity = identity
  }

  /// Takes a session from its archive.
  ///
  /// - Throws: `ConversationError` for anything else.
  public init(archive: String) throws(ConversationError) {
    identity = try ConversationError.mapping { () throws(Diagnostic) in
      try Text(archive).reading { (bytes) throws(Diagnostic) in
        try SessionArchive.session(bytes)
      }
    }
  }

  /// The identifier as a UUID in lower case.
  public var id: String { identity.text.string }

  /// The session as JSON, to keep or to hand on.
  public var archive: String { SessionArchive.text(of: identity).string }
}

extension Identity {
  /// A new identifier from the system's randomness.
  static func random() -> Identity {
    let (high, low) = Entropy.words()
    return Identity(random: high, low)
  }

  /// The identifier as a UUID, or nil for none.
  var uuid: String? { isNone ? nil : text.string }
}

extension Text {
  /// Calls a body with the bytes, and throws what it throws.
  func reading<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    let result: Swift.Result<Result, Diagnostic> = bytes.withUnsafeBufferPointer { bytes in
      do throws(Diagnostic) {
        return .success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
