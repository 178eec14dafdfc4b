package import CalqueBase

/// A version of a text: three numbers.
///
/// Two versions are equal when their numbers are; how many digits each number is shown with is kept
/// beside them.
public struct Version: Sendable {
  public let major: UInt64
  public let minor: UInt64
  public let patch: UInt64
  /// Digits that the numbers are shown with at least: zeros are put before them.
  package var majorWidth: UInt8 = 0
  package var minorWidth: UInt8 = 0
  package var patchWidth: UInt8 = 0

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
    let pieces = text.bytes.split(separator: 0x2E)
    guard pieces.count == 3, let major = Self.number(pieces[0]),
      let minor = Self.number(pieces[1]), let patch = Self.number(pieces[2])
    else { return nil }
    self.init(major.value, minor.value, patch.value)
    (majorWidth, minorWidth, patchWidth) = (major.width, minor.width, patch.width)
  }

  /// The version as it was written, without signs and superfluous points.
  package var text: Text {
    var text = Text()
    Self.append(major, majorWidth, to: &text)
    text.append(0x2E)
    Self.append(minor, minorWidth, to: &text)
    text.append(0x2E)
    Self.append(patch, patchWidth, to: &text)
    return text
  }

  private static func number(_ piece: ArraySlice<UInt8>) -> (value: UInt64, width: UInt8)? {
    let isSigned = piece.first == 0x2B || piece.first == 0x2D
    let digits = isSigned ? piece.dropFirst() : piece
    guard !digits.isEmpty, let width = UInt8(exactly: digits.count) else { return nil }
    var value: UInt64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(digit - 0x30))
      guard !overflows, !carries else { return nil }
      value = sum
    }
    // "-0" is 0, and nothing else below it is a version.
    guard piece.first != 0x2D || value == 0 else { return nil }
    return (value, width)
  }

  private static func append(_ number: UInt64, _ width: UInt8, to text: inout Text) {
    var digits: [UInt8] = []
    var rest = number
    repeat {
      digits.append(UInt8(truncatingIfNeeded: 0x30 + rest % 10))
      rest /= 10
    } while rest > 0
    while digits.count < Int(width) { digits.append(0x30) }
    text.append(Text(digits.reversed()))
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
