package import CalqueBase

/// A server's validators for the version it answered with, to ask whether that is still the current
/// one (RFC 9110, sections 8.8 and 13.1).
package struct Validators: Sendable, Equatable {
  /// nil for none; as sent, with its quotes.
  package var etag: Text?
  /// nil for none; as sent.
  package var lastModified: Text?

  package init(etag: Text? = nil, lastModified: Text? = nil) {
    self.etag = Self.checked(etag)
    self.lastModified = Self.checked(lastModified)
  }

  /// Reads the validators of a response.
  package init(of response: Response) {
    self.init(etag: response.header("ETag"), lastModified: response.header("Last-Modified"))
  }

  package var isEmpty: Bool { etag == nil && lastModified == nil }

  /// The header fields that make a request conditional: the response has status 304 then when
  /// nothing has changed.
  package var headers: [Header] {
    let fields: [(Text, Text?)] = [("If-None-Match", etag), ("If-Modified-Since", lastModified)]
    return fields.compactMap { name, value in value.map { Header(name, $0) } }
  }

  /// The validators after a response of status 304, which may name new ones.
  package func updated(by response: Response) -> Validators {
    let new = Validators(of: response)
    return Validators(
      etag: new.etag ?? etag, lastModified: new.lastModified ?? lastModified)
  }

  /// nil for what must not stand in a header field, such as a line break from a damaged cache.
  private static func checked(_ value: Text?) -> Text? {
    guard let value, !value.isEmpty, value.count <= 1024,
      value.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    return value
  }
}
