/// Functions over URLs as text.
package enum URLText {
  /// The scheme in lower case; nil when the text begins with none.
  package static func scheme(of url: Text) -> Text? {
    guard let colon = url.firstIndex(of: ":"), url.bytes.first?.isASCIILetter ?? false else {
      return nil
    }
    let scheme = url.part(0, colon)
    return scheme.bytes.allSatisfy(isOfScheme) ? scheme.lowercasedASCII() : nil
  }

  /// Checks that a request can be made for a URL: http or https with a host, a `file:` URL, or an
  /// absolute path. Percent-encoding is the caller's, see `PercentEncoding.completed`.
  ///
  /// - Throws: `invalidArgument`.
  package static func check(_ url: Text) throws(Diagnostic) {
    if url.hasPrefix("/") { return }
    let fault: Text? =
      switch scheme(of: url) {
      case "file"?:
        FileURL.path(of: url) == nil ? "the URL does not name a file of this machine" : nil
      case "http"?, "https"?: httpFault(url)
      default: "the URL is not http, https or file"
      }
    if let fault { throw Diagnostic(.invalidArgument, fault, source: url) }
  }

  /// A path, which may have a query, at the end of the path of a base URL, with one slash between
  /// them. The query of the base goes last. A path that has a scheme of its own is the result.
  package static func joined(_ base: Text, _ path: Text) -> Text {
    if scheme(of: path) != nil, path.contains("://") { return path }
    let isURL = scheme(of: base) != nil
    let base = isURL ? base.part(0, base.firstIndex(of: "#")) : base
    let mark = isURL ? base.firstIndex(of: "?") ?? base.count : base.count
    var front = base.part(0, mark)
    if front.isEmpty { return path + base.part(mark) }
    while front.hasSuffix("/") { front = front.part(0, front.count - 1) }
    var rest = path
    while rest.hasPrefix("/") { rest = rest.part(1) }
    let query = base.part(mark + 1)
    let url: Text = "\(front)\(rest.isEmpty || rest.hasPrefix("?") ? "" : "/")\(rest)"
    return query.isEmpty ? url : "\(url)\(url.contains("?") ? "&" : "?")\(query)"
  }

  /// A URL with items added to its query, percent-encoded.
  package static func adding(_ items: [(name: Text, value: Text)], to url: Text) -> Text {
    guard !items.isEmpty else { return url }
    let end = url.firstIndex(of: "#") ?? url.count
    let front = url.part(0, end)
    let query: [Text] = items.map {
      "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))"
    }
    let separator: Text =
      !front.contains("?") ? "?" : front.hasSuffix("?") || front.hasSuffix("&") ? "" : "&"
    return "\(front)\(separator)\(Text.joined(query, by: "&"))\(url.part(end))"
  }

  /// Items as the body of a form: `application/x-www-form-urlencoded` of the URL standard.
  package static func form(_ items: [(name: Text, value: Text)]) -> Text {
    Text.joined(items.map { "\(formEncoded($0.name))=\(formEncoded($0.value))" as Text }, by: "&")
  }

  /// As percent-encoding, but for a space, an asterisk and a tilde.
  private static func formEncoded(_ text: Text) -> Text {
    PercentEncoding.encoded(text).replacing("%20", with: "+").replacing("%2A", with: "*")
      .replacing("~", with: "%7E")
  }

  private static func httpFault(_ url: Text) -> Text? {
    guard hasHost(url) else { return "the URL has no host" }
    return PercentEncoding.completed(url) == url ? nil : "the URL is not percent-encoded"
  }

  /// Whether a host follows the scheme.
  package static func hasHost(_ url: Text) -> Bool {
    let colon = url.firstIndex(of: ":") ?? 0
    let rest = url.part(colon + 3)
    return url.matches("://", at: colon) && !rest.isEmpty
      && !["/", "?", "#", ":"].contains(rest.part(0, 1))
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || [0x2B, 0x2D, 0x2E].contains(byte)
  }
}

/// URLs that name a file on this machine.
package enum FileURL {
  /// The path of a file URL without a host; nil for any other URL.
  package static func path(of url: Text) -> Text? {
    let colon = url.firstIndex(of: ":") ?? 0
    guard url.part(0, colon).lowercasedASCII() == "file", url.matches("://", at: colon) else {
      return nil
    }
    var rest = url.part(colon + 3)
    if rest.hasPrefix("localhost/") { rest = rest.part(9) }
    guard rest.hasPrefix("/"), rest.count > 1 else { return nil }
    let path = PercentEncoding.decoded(rest)
    return path.bytes.contains(0) ? nil : path
  }
}

/// The facts about a file that a conversation needs: whether it is readable, its size and its first
/// bytes.
package enum FileFacts: Sendable {
  /// The number of bytes that suffices to identify any sticker.
  package static let startLength = 512 * 1024

  case missing
  case unreadable
  case readable(size: Int64, start: [UInt8])
}
