import CalqueBase
import CalqueTemplate

/// The details of a call for its observers: `returnDetails` and `explain`.
extension Call {
  func observe(_ match: Match) {
    evaluation.pointee.note(match) { usedParams }
  }

  private static let reserved: [Literal] = [
    "defaultValue", "ordinal", "context", "replace", "lng", "lngs", "fallbackLng", "ns",
    "keySeparator", "nsSeparator", "returnObjects", "returnDetails", "joinArrays", "postProcess",
    "interpolation",
  ]

  /// Variables of the call, for `returnDetails`.
  var usedParams: Members {
    var params = snapshot.options.defaultVariables
    if case .object(let replace)? = frame.value(.replace, "replace") {
      params.merge(replace)
      if let count = frame.pointee.count?.pointee.value { params["count"] = count }
      return params
    }
    params.merge(frame.members)
    for name in Self.reserved { params.remove(Text(name)) }
    return params
  }
}

extension Snapshot {
  /// How keys were resolved, as `calque_translator_explain` describes.
  func explanation(_ keys: [Text], _ translation: Translation, _ evaluation: Evaluation) -> Value {
    let resolution = translation.resolution
    var told = Members([
      ("key", keys.count == 1 ? .text(keys[0]) : .array(keys.map { .text($0) })),
      ("found", .bool(!translation.isMissing)),
      ("candidates", .array(evaluation.trace.map { $0.value })),
      ("usedKey", resolution.usedKey.map { .text($0) } ?? .null),
      ("exactUsedKey", resolution.exactUsedKey.map { .text($0) } ?? .null),
      ("usedLng", resolution.usedLng.map { .text($0) } ?? .null),
      ("usedNS", resolution.usedNS.map { .text($0) } ?? .null),
      ("languages", .array(languages.map { .text($0) })),
      ("namespaces", .array((options.defaultNS + options.fallbackNS).map { .text($0) })),
    ])
    if !evaluation.marks.isDisjoint(with: .limits) {
      told["limits"] = .array(evaluation.marks.names.map { .text($0) })
    }
    return .object(told)
  }
}
