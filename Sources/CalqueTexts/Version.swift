package import CalqueBase
import CalqueJSON

/// A version of a text: three numbers.
///
/// Two versions are equal when their numbers are; how many digits each number is shown with is kept
/// beside them.
public struct Version: Sendable {
  public let major: UInt64
  public let minor: UInt64
  public let patch: UInt64
  /// Digits that the numbers are shown with at least: zeros are put before them.
  package var majorWidth: UInt = 0
  package var minorWidth: UInt = 0
  package var patchWidth: UInt = 0

  public init(_ major: UInt64, _ minor: UInt64, _ patch: UInt64) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// The version of a text that has none.
  public static let zero = Version(0, 0, 0)

  /// Reads a version as TextFetcher does: three unsigned numbers with points between them. Points
  /// may be doubled and stand at the ends; a number may have a sign that does not count.
  ///
  /// - Returns: nil for anything else, and for a number over 64 bits or 255 digits.
  package init?(_ text: Text) {
    let pieces = text.split(".").filter { !$0.isEmpty }
    guard pieces.count == 3, let major = Self.number(pieces[0]),
      let minor = Self.number(pieces[1]), let patch = Self.number(pieces[2])
    else { return nil }
    self.init(major.value, minor.value, patch.value)
    (majorWidth, minorWidth, patchWidth) = (major.width, minor.width, patch.width)
  }

  /// The version as it was written, without signs and superfluous points.
  package var text: Text {
    let numbers = [(major, majorWidth), (minor, minorWidth), (patch, patchWidth)]
    return Text.joined(
      numbers.map { ExactDecimal($0).integerPart(atLeast: max(Int($1), 1)) }, by: ".")
  }

  private static func number(_ piece: Text) -> (value: UInt64, width: UInt)? {
    let isSigned = piece.hasPrefix("+") || piece.hasPrefix("-")
    let digits = isSigned ? piece.part(1) : piece
    guard digits.count <= 255, let value = digits.wholeNumber else { return nil }
    // "-0" is 0, and nothing else below it is a version.
    return piece.hasPrefix("-") && value != 0 ? nil : (value, UInt(digits.count))
  }
}

extension Version: Comparable {
  public static func == (left: Version, right: Version) -> Bool {
    (left.major, left.minor, left.patch) == (right.major, right.minor, right.patch)
  }

  public static func < (left: Version, right: Version) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

/// Versions by the identifiers of texts.
package typealias VersionTable = TextTable<Version>

extension TextTable where Element == Version {
  /// Reads a version file: a flat JSON object from identifiers to versions. A comma may stand before
  /// its end. A text that is not a version drops its entry alone.
  ///
  /// - Throws: as `JSON.parse`; `invalidType` when it is not an object or one of its values is not text.
  package init(versionFile text: Text, maximumBytes: Int) throws(Diagnostic) {
    let limits = JSONLimits(maximumBytes: maximumBytes, maximumDepth: 2)
    guard case .object(let members) = try JSON.parse(lenient: text, limits: limits) else {
      throw Diagnostic(.invalidType, "the version file is not a JSON object")
    }
    self.init()
    for (identifier, value) in zip(members.keys, members.values) {
      guard let text = value.text else {
        throw Diagnostic(.invalidType, "a version is not a string", path: identifier)
      }
      if let version = Version(text) { self[identifier] = version }
    }
  }

  /// The table as a version file, which TextFetcher reads too.
  package var versionFile: Text {
    var members = Members()
    for position in 0..<count { members[keys[position]] = .text(values[position].text) }
    return JSON.text(of: .object(members))
  }

  /// The version of a text; 0.0.0 when none is known.
  func version(of identifier: Text) -> Version { self[identifier] ?? .zero }
}
