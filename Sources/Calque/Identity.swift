import CalqueBase
public import CalqueTranscript

/// Identities of sessions, messages and participants, as UUIDs in lower case.
extension Identity: CustomStringConvertible, LosslessStringConvertible, Hashable, Codable {
  /// A new identity from the system's randomness.
  public static func random() -> Identity {
    let (high, low) = Entropy.words()
    return Identity(random: high, low)
  }

  /// Reads a UUID, with hyphens or without; nil for any other text, and for one that is all zero.
  public init?(_ description: String) { self.init(Text(description)) }

  public var description: String { text.string }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let identity = Identity(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
    }
    self = identity
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// nil for none.
  var known: Identity? { isNone ? nil : self }
}
