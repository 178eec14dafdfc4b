package import CalqueBase
import CalqueCatalog
import CalqueJSON

/// The result of a call.
package struct Translation {
  /// nil for undefined.
  package var value: Value?
  /// No translation was found: the value is the default or the key.
  package var isMissing = false
  package var resolution = Resolution()
  /// Variables of the call, for `returnDetails`.
  package var usedParams = Members()

  package init(value: Value?) { self.value = value }

  /// The value as text: numbers and booleans in their JSON spelling, null and undefined as "",
  /// objects and arrays as JSON.
  package var text: Text {
    switch value {
    case nil, .null?: ""
    case .text(let text)?: text
    case let value?: JSON.text(of: value)
    }
  }

  /// As `returnDetails` gives it.
  package var details: Value {
    var details = Members()
    details["res"] = value ?? .null
    details["usedKey"] = resolution.usedKey.map { .text($0) }
    details["exactUsedKey"] = resolution.exactUsedKey.map { .text($0) }
    details["usedLng"] = resolution.usedLng.map { .text($0) }
    details["usedNS"] = resolution.usedNS.map { .text($0) }
    details["usedParams"] = .object(usedParams)
    return .object(details)
  }
}

/// Where a key was found, or looked for last.
package struct Resolution {
  var found: CatalogNode?
  package var usedKey: Text?
  package var exactUsedKey: Text?
  package var usedLng: Text?
  package var usedNS: Text?

  package init() {}
}
