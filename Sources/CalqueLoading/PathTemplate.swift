package import CalqueBase

/// A URL or path with places for languages and namespaces, such as `locales/__lng__/__ns__.json`.
package struct PathTemplate: Sendable {
  /// What stands around the names `lng` and `ns`.
  package struct Delimiters: Sendable {
    let prefix: Text
    let suffix: Text

    package init(_ prefix: Text, _ suffix: Text) {
      self.prefix = prefix
      self.suffix = suffix
    }

    package static let braces = Delimiters("{{", "}}")
  }

  private struct Marker: Sendable {
    let text: Text
    let isLanguage: Bool
  }

  private let template: Text
  private let markers: [Marker]
  /// Otherwise a path of the file system.
  package let isURL: Bool

  /// - Parameters:
  ///   - text: with a scheme it is a URL, and a path for the scheme `file`; otherwise a path.
  ///   - delimiters: any of these mark a place.
  package init(_ text: Text, _ delimiters: [Delimiters]) {
    let file = Self.filePath(text)
    template = file ?? text
    isURL = file == nil && Self.hasScheme(text)
    markers = delimiters.filter { !$0.prefix.isEmpty || !$0.suffix.isEmpty }.flatMap {
      [
        Marker(text: $0.prefix + "lng" + $0.suffix, isLanguage: true),
        Marker(text: $0.prefix + "ns" + $0.suffix, isLanguage: false),
      ]
    }
  }

  /// A base and a template joined by one slash.
  package static func joined(_ base: Text, _ template: Text) -> Text {
    guard !base.isEmpty else { return template }
    var end = base.count
    while end > 0, base.bytes[end - 1] == 0x2F { end -= 1 }
    var start = 0
    while start < template.count, template.bytes[start] == 0x2F { start += 1 }
    return base.part(0, end) + "/" + template.part(start)
  }

  /// The template with its places filled, several values of one place joined by `+`.
  ///
  /// In a URL, values are percent-encoded.
  ///
  /// - Throws: `invalidArgument` for a value that could lead elsewhere.
  package func filled(lngs: [Text], namespaces: [Text]) throws(Diagnostic) -> Text {
    let lng = try value(lngs)
    let ns = try value(namespaces)
    var filled = Text()
    var offset = 0
    while offset < template.count {
      if let marker = markers.first(where: { template.matches($0.text, at: offset) }) {
        filled.append(marker.isLanguage ? lng : ns)
        offset += marker.text.count
      } else {
        filled.append(template.bytes[offset])
        offset += 1
      }
    }
    return isURL ? PercentEncoding.completed(filled) : filled
  }

  private func value(_ names: [Text]) throws(Diagnostic) -> Text {
    var parts: [Text] = []
    for name in names {
      guard isSafe(name) else {
        throw Diagnostic(
          .invalidArgument, "a language or namespace is not safe in a path", source: name)
      }
      parts.append(isURL ? PercentEncoding.encoded(name) : name)
    }
    return Text.joined(parts, by: "+")
  }

  /// In a URL slashes are encoded; in a path they would lead to another directory.
  private func isSafe(_ name: Text) -> Bool {
    if name.isEmpty || name.count > 255 || name.equals(".") || name.equals("..") { return false }
    if name.bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return false }
    return isURL || !name.bytes.contains { $0 == 0x2F || $0 == 0x5C }
  }

  /// The path of a `file:` URL.
  private static func filePath(_ text: Text) -> Text? {
    guard text.part(0, 5).lowercasedASCII().equals("file:") else { return nil }
    let rest = text.part(5)
    guard rest.hasPrefix("//") else { return PercentEncoding.decoded(rest) }
    // A host may stand before the path: localhost, or none.
    return PercentEncoding.decoded(rest.part(rest.firstIndex(of: "/", from: 2) ?? rest.count))
  }

  /// Whether it begins as `scheme://` (RFC 3986).
  private static func hasScheme(_ text: Text) -> Bool {
    guard let end = text.firstIndex(of: "://"), let first = text.bytes.first,
      isLetter(first)
    else { return false }
    return text.bytes[..<end].allSatisfy { byte in
      isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D
        || byte == 0x2E
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }
}
