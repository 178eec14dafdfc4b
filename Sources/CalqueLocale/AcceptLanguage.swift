package import CalqueBase

/// The request header `Accept-Language` (RFC 9110, 12.5.4).
package enum AcceptLanguage {
  /// How many languages are named at most: the last one has the quality 0.6.
  private static let maximumCount = 5

  /// The header for an override and then the preferred languages, each 0.1 below the one before.
  ///
  /// Ranges that could not stand in a header are left out; `_` counts as `-`, and the name of a
  /// locale as its tag. No language at all is
  /// English.
  package static func header(override: Text?, preferred: [Text]) -> Text {
    let wanted = ((override.map { [$0] } ?? []) + preferred)
      .map { LanguageTag.withoutEncoding($0).replacing("_", with: "-") }
      .filter(LanguageTag.isOfSubtags)
    let tags = wanted.isEmpty ? ["en"] : wanted.prefix(maximumCount)
    var items: [Text] = []
    for (place, tag) in tags.enumerated() {
      var item = tag + ";q="
      item.append(place == 0 ? "1.0" : "0.")
      if place > 0 { item.append(decimal: 10 - place) }
      items.append(item)
    }
    return Text.joined(items, by: ",")
  }
}
