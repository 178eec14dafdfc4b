package import CalqueBase

/// The place of a text, the nearest first, with the numbers of the C header.
public enum TextPlace: Int32, CaseIterable, Comparable, Sendable {
  case cache = 1
  case bundle = 2
  case remote = 3

  package var name: Text {
    switch self {
    case .cache: "cache"
    case .bundle: "bundle"
    case .remote: "remote"
    }
  }

  public static func < (left: TextPlace, right: TextPlace) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A version and its place. A greater one is preferred: it has a higher version, or the same
/// version at a nearer place.
package struct PlacedVersion: Comparable, Sendable {
  package var version: Version
  package var place: TextPlace

  package init(_ version: Version, _ place: TextPlace) {
    self.version = version
    self.place = place
  }

  package static func < (left: PlacedVersion, right: PlacedVersion) -> Bool {
    left.version == right.version
      ? left.place > right.place : left.version < right.version
  }
}
