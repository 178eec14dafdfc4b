package import CalqueBase

/// The place of a text, the nearest first, with the numbers of the C header.
public enum TextPlace: Int32, CaseIterable, Comparable, Sendable {
  case cache = 1
  case bundle = 2
  case remote = 3

  public static func < (left: TextPlace, right: TextPlace) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension TextPlace: Named {
  package static let names: [(name: Literal, value: TextPlace)] = [
    ("cache", .cache), ("bundle", .bundle), ("remote", .remote),
  ]
}
