package import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

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

/// Where a key was found, or looked for last. An object, because it is large.
package final class Resolution {
  /// The last node that was looked at.
  var found: CatalogNode?
  /// It is the one that was looked for.
  var isValid = false
  package var usedKey: Text?
  package var exactUsedKey: Text?
  package var usedLng: Text?
  package var usedNS: Text?

  package init() {}
}

/// The details of a call for its observers: `returnDetails` and `explain`.
extension Call {
  func observe(_ match: Match) {
    guard evaluation.pointee.isObserved else { return }
    evaluation.pointee.note { ($0.resolution, $0.usedParams) = (match.resolution, usedParams) }
  }

  private static let reserved: [Literal] = [
    "defaultValue", "ordinal", "context", "replace", "lng", "lngs", "fallbackLng", "ns",
    "keySeparator", "nsSeparator", "returnObjects", "returnDetails", "joinArrays", "postProcess",
    "interpolation",
  ]

  /// Variables of the call, for `returnDetails`.
  var usedParams: Members {
    var params = options.pointee.defaultVariables
    if case .object(let replace)? = frame.value(.replace) {
      params.merge(replace)
      if let count = frame.pointee.count?.pointee.value { params["count"] = count }
      return params
    }
    params.merge(frame.members)
    for name in Self.reserved { params.remove(Text(name)) }
    return params
  }

  /// How keys were resolved, as `calque_translator_explain` describes.
  func explanation(_ keys: [Text], _ translation: Translation) -> Value {
    let (snapshot, evaluation) = (snapshot, evaluation.pointee)
    let resolution = translation.resolution
    var told = Members([
      ("key", keys.count == 1 ? .text(keys[0]) : .array(keys.map { .text($0) })),
      ("found", .bool(!translation.isMissing)),
      ("candidates", .array(evaluation.trace)),
      ("usedKey", resolution.usedKey.map { .text($0) } ?? .null),
      ("exactUsedKey", resolution.exactUsedKey.map { .text($0) } ?? .null),
      ("usedLng", resolution.usedLng.map { .text($0) } ?? .null),
      ("usedNS", resolution.usedNS.map { .text($0) } ?? .null),
      ("languages", .array(snapshot.languages.map { .text($0) })),
      (
        "namespaces",
        .array((options.pointee.defaultNS + options.pointee.fallbackNS).map { .text($0) })
      ),
    ])
    if !evaluation.marks.isDisjoint(with: .limits) {
      told["limits"] = .array(evaluation.marks.names.map { .text($0) })
    }
    return .object(told)
  }
}
