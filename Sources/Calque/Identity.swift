public import CalqueBase
import CalqueTranscript

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
