package import CalqueBase

/// The URL of a message, whose query items hold the message's state.
package struct StateURL: Sendable {
  /// The maximal length of a URL in characters, counted after percent-encoding.
  package static let limit = 5000

  package private(set) var text: Text

  /// Takes a URL and percent-encodes the characters that are not allowed in it: white space,
  /// controls, quotes, angle brackets, braces and all non-ASCII. Percent signs are left unchanged.
  package init(_ url: Text) { text = PercentEncoding.completed(url) }

  /// - Throws: `invalidArgument` for a scheme other than http, https and data or an http URL
  ///   without a host; the diagnostic of `urlExceedsMaxSize`.
  package func validate() throws(Diagnostic) {
    guard hasKnownScheme else {
      throw Diagnostic(.invalidArgument, "the URL is not http, https or data", path: "url")
    }
    guard text.count <= Self.limit else { throw TranscriptError.urlExceedsMaxSize.diagnostic }
  }

  private var hasKnownScheme: Bool {
    switch URLText.scheme(of: text) {
    case "data"?: text.count > 5
    case "http"?, "https"?: URLText.hasHost(text)
    default: false
    }
  }

  /// The items in order: a name, and a value if there is an equals sign. `+` means a plus sign, not
  /// a space. An item that does not decode to UTF-8 is returned undecoded.
  package var items: [(name: Text, value: Text?)] {
    rawItems.map { item in
      guard let equals = item.firstIndex(of: "=") else {
        return (PercentEncoding.decoded(item), nil)
      }
      let name = PercentEncoding.decoded(item.part(0, equals))
      return (name, PercentEncoding.decoded(item.part(equals + 1)))
    }
  }

  /// Replaces the first item of a name and removes the others; nil removes all. A new item goes
  /// last.
  package mutating func set(_ name: Text, to value: Text?) {
    let encoded = PercentEncoding.encoded(name)
    var items: [Text] = []
    var new = value.map { "\(encoded)=\(PercentEncoding.encoded($0))" as Text }
    for item in rawItems {
      let old = item.part(0, item.firstIndex(of: "="))
      guard PercentEncoding.decoded(old) == name else {
        items.append(item)
        continue
      }
      if let replacement = new { items.append(replacement) }
      new = nil
    }
    if let new { items.append(new) }
    let query = Text.joined(items, by: "&")
    let front = text.part(0, queryStart ?? pathEnd)
    text = "\(front)\(items.isEmpty ? "" : "?" + query)\(text.part(pathEnd))"
  }

  /// The offset of the fragment, or the end of the URL.
  private var pathEnd: Int { text.firstIndex(of: "#") ?? text.count }

  /// The offset of the question mark before the query.
  private var queryStart: Int? {
    guard let mark = text.firstIndex(of: "?"), mark < pathEnd else { return nil }
    return mark
  }

  /// The undecoded items; empty ones, as in `a&&b`, are left out.
  private var rawItems: [Text] {
    guard let start = queryStart else { return [] }
    return text.part(start + 1, pathEnd).split("&").filter { !$0.isEmpty }
  }
}
