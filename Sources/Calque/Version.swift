import CalqueBase
public import CalqueTexts

extension Version: CustomStringConvertible, LosslessStringConvertible, Hashable, Codable {
  /// Reads a version such as `1.2.3`; nil for anything else.
  public init?(stringValue: String) { self.init(Text(stringValue)) }

  public init?(_ description: String) { self.init(Text(description)) }

  /// The version as it was written, such as `1.0.001`.
  public var stringValue: String { text.string }

  public var description: String { stringValue }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(major)
    hasher.combine(minor)
    hasher.combine(patch)
  }

  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a version") { Version($0) }
  }

  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: stringValue) }
}
