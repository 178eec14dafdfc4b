import CalqueBase
import CalqueTransport

/// Metadata of a namespace in the cache.
struct CacheEntry: Sendable, Equatable {
  /// Its URL; "" if unknown.
  var url: Text = ""
  var validators = Validators()
  /// Milliseconds since 1970 when the server last confirmed it; nil when that is not known.
  var stamp: Int64?
  /// `i18nVersion` of the localStorage backend.
  var version: Text?

  init() {}

  init(_ members: Members) {
    url = members["url"]?.text ?? ""
    validators = Validators(
      etag: members["etag"]?.text, lastModified: members["lastModified"]?.text)
    stamp = members["i18nStamp"]?.integer
    version = members["i18nVersion"]?.text
  }

  func isOfSameContent(as other: CacheEntry) -> Bool {
    url == other.url && validators == other.validators
  }

  var value: Value {
    var members: Members = ["url": .text(url)]
    members["etag"] = validators.etag.map { .text($0) }
    members["lastModified"] = validators.lastModified.map { .text($0) }
    members["i18nStamp"] = stamp.map { .int($0) }
    members["i18nVersion"] = version.map { .text($0) }
    return .object(members)
  }
}
