package import CalqueBase
import CalqueTransport

/// A URL or path with places for languages and namespaces, such as `locales/__lng__/__ns__.json`.
package struct PathTemplate: Sendable {
  /// The parts around the names `lng` and `ns`.
  package typealias Delimiters = (prefix: Text, suffix: Text)

  package static let braces: Delimiters = ("{{", "}}")

  private let template: Text
  private let markers: [(text: Text, isLanguage: Bool)]
  /// Otherwise a path of the file system.
  package let isURL: Bool

  /// - Parameters:
  ///   - text: with a scheme it is a URL, and a path for the scheme `file`; otherwise a path.
  ///   - delimiters: any of these mark a place.
  package init(_ text: Text, _ delimiters: [Delimiters]) {
    let file = URLText.scheme(of: text) == "file" ? FileURL.path(of: text) : nil
    template = file ?? text
    isURL = file == nil && text.contains("://") && URLText.scheme(of: text) != nil
    markers = delimiters.filter { !$0.prefix.isEmpty || !$0.suffix.isEmpty }.flatMap {
      [($0.prefix + "lng" + $0.suffix, true), ($0.prefix + "ns" + $0.suffix, false)]
    }
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
      try Self.check(name, isURL: isURL)
      parts.append(isURL ? PercentEncoding.encoded(name) : name)
    }
    return Text.joined(parts, by: "+")
  }

  /// Checks that a name does not lead elsewhere. In a URL slashes are encoded; in a path they would
  /// lead to another directory.
  ///
  /// - Throws: `invalidArgument`.
  static func check(_ name: Text, isURL: Bool) throws(Diagnostic) {
    let isName = !name.isEmpty && name.count <= 255 && !name.equals(".") && !name.equals("..")
    let isSafe = name.bytes.allSatisfy { byte in
      byte >= 0x20 && byte != 0x7F && (isURL || (byte != 0x2F && byte != 0x5C))
    }
    guard isName && isSafe else {
      throw Diagnostic(
        .invalidArgument, "a language or namespace is not safe in a path", source: name)
    }
  }
}
