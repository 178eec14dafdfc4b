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
