import CalqueBase
import CalqueTexts

/// A version of a text: three numbers, shown as they were written.
public struct Version: Sendable, Hashable, Comparable, CustomStringConvertible {
  let engine: CalqueTexts.Version

  /// What a text has that no version is known of.
  public static let zero = Version(0, 0, 0)

  public init(_ major: UInt64, _ minor: UInt64, _ patch: UInt64) {
    engine = CalqueTexts.Version(major, minor, patch)
  }

  /// Reads a version such as `1.2.3`; nil for anything else.
  public init?(stringValue: String) {
    guard let version = CalqueTexts.Version(Text(stringValue)) else { return nil }
    engine = version
  }

  init(_ engine: CalqueTexts.Version) { self.engine = engine }

  public var major: UInt64 { engine.major }
  public var minor: UInt64 { engine.minor }
  public var patch: UInt64 { engine.patch }

  /// The version as it was written: `1.0.001` stays so.
  public var stringValue: String { engine.text.string }

  public var description: String { stringValue }

  public static func == (left: Version, right: Version) -> Bool { left.engine == right.engine }

  public static func < (left: Version, right: Version) -> Bool { left.engine < right.engine }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(major)
    hasher.combine(minor)
    hasher.combine(patch)
  }
}
