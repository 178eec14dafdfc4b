package import CalqueBase

/// The languages that somebody wants, the most wanted first: the value of a header
/// `Accept-Language` (RFC 9110, 12.5.4), or a list.
package struct LanguageRanges: Sendable {
  /// More are not read: a header is what a stranger sent.
  private static let maximumCount = 100

  /// Codes as they were written; `*` stands for any language.
  package let wanted: [Text]
  /// Codes that are not wanted, with the quality 0.
  package let refused: [Text]

  package init(_ wanted: [Text]) {
    self.wanted = Array(wanted.prefix(Self.maximumCount))
    refused = []
  }

  /// Reads a header. Entries that are no language range are left out.
  package init(header: Text) {
    var entries: [(code: Text, quality: Int)] = []
    for item in header.split(",").prefix(Self.maximumCount) {
      let parts = item.split(";").map { $0.trimmed() }
      guard let quality = Self.quality(parts.dropFirst()), Self.isRange(parts[0]) else { continue }
      // Behind all that are at least as wanted: the order of the header counts among equals.
      let place = entries.firstIndex { $0.quality < quality } ?? entries.count
      entries.insert((parts[0], quality), at: place)
    }
    wanted = entries.filter { $0.quality > 0 }.map { $0.code }
    refused = entries.filter { $0.quality == 0 }.map { $0.code }
  }

  private static func isRange(_ code: Text) -> Bool {
    code.equals("*") || LanguageTag.isOfSubtags(code.replacing("_", with: "-"))
      || LanguageTag.ofPOSIX(code) != nil
  }

  /// Thousandths of the parameter `q`, 1000 when there is none; nil for one that is not a quality.
  private static func quality(_ parameters: ArraySlice<Text>) -> Int? {
    guard let given = parameters.first(where: { $0.lowercasedASCII().hasPrefix("q=") }) else {
      return 1000
    }
    let value = given.part(2)
    guard let whole = value.bytes.first, whole == 0x30 || whole == 0x31, value.count <= 5 else {
      return nil
    }
    guard value.count > 1 else { return whole == 0x31 ? 1000 : 0 }
    let (fraction, end) = value.thousandths(from: 2)
    guard value.bytes[1] == 0x2E, end == value.count else { return nil }
    let quality = Int(whole - 0x30) * 1000 + fraction
    return quality <= 1000 ? quality : nil
  }
}

/// The request header `Accept-Language` (RFC 9110, 12.5.4).
package enum AcceptLanguage {
  /// How many languages are named at most: the last one has the quality 0.6.
  private static let maximumCount = 5

  /// The header for an override and then the preferred languages, each 0.1 below the one before.
  ///
  /// Ranges that could not stand in a header are left out; `_` counts as `-`, and the name of a
  /// locale as its tag. No language at all is English.
  package static func header(override: Text?, preferred: [Text]) -> Text {
    let wanted = ((override.map { [$0] } ?? []) + preferred)
      .map { LanguageTag.withoutEncoding($0).replacing("_", with: "-") }
      .filter(LanguageTag.isOfSubtags)
    let tags = wanted.isEmpty ? ["en"] : wanted.prefix(maximumCount)
    let items = tags.enumerated().map { place, tag in
      "\(tag);q=\(place == 0 ? "1.0" : "0.\(10 - place)" as Text)" as Text
    }
    return Text.joined(items, by: ",")
  }
}
