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
  package var text: Text { Output.text { Self.put(value, &$0) } }

  /// Puts a value out as text.
  package static func put(_ value: Value?, _ output: inout Output) {
    switch value {
    case nil, .null?: break
    case .text(let text)?: output.append(text)
    case let value?: JSON.append(value, to: &output)
    }
  }

  /// As `returnDetails` gives it.
  package var details: Value {
    var details = Members()
    details["res"] = value ?? .null
    for (name, text) in resolution.texts { details[name] = text.map { .text($0) } }
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

  /// Facts that details and `explain` tell, by the names of their members.
  fileprivate var texts: [(name: Literal, text: Text?)] {
    [
      ("usedKey", usedKey), ("exactUsedKey", exactUsedKey), ("usedLng", usedLng),
      ("usedNS", usedNS),
    ]
  }
}

/// The details of a call for its observers: `returnDetails` and `explain`.
extension Call {
  func observe(_ match: Match) {
    guard evaluation.pointee.isObserved else { return }
    evaluation.pointee.note { ($0.resolution, $0.usedParams) = (match.resolution, usedParams) }
  }

  /// Options that are no variables.
  private static let reserved: UInt64 =
    OptionName.ofChain | OptionName.defaultValue.bit | OptionName.ordinal.bit
    | OptionName.context.bit | OptionName.replace.bit | OptionName.keySeparator.bit
    | OptionName.nsSeparator.bit | OptionName.returnObjects.bit | OptionName.returnDetails.bit
    | OptionName.joinArrays.bit | OptionName.postProcess.bit | OptionName.interpolation.bit

  /// Variables of the call, for `returnDetails`.
  var usedParams: Members {
    var params = options.defaultVariables
    if case .object(let replace)? = frame.value(.replace) {
      params.merge(replace)
      if let count = frame.pointee.count?.pointee.value { params["count"] = count }
      return params
    }
    for variable in core.pointee.variables where OptionName.isOne(variable.name, of: Self.reserved)
    {
      params.remove(Text(variable.name.bytes))
    }
    params.merge(frame.members(without: Self.reserved))
    return params
  }

  /// How keys were resolved, as `calque_translator_explain` describes.
  func explanation(_ keys: [Text], _ translation: Translation) -> Value {
    let (snapshot, evaluation) = (snapshot, evaluation.pointee)
    var told = Members([
      ("key", .oneOrMore(keys)),
      ("found", .bool(!translation.isMissing)), ("candidates", .array(evaluation.trace)),
    ])
    for (name, text) in translation.resolution.texts {
      told[name] = text.map { .text($0) } ?? .null
    }
    told["languages"] = .array(of: snapshot.languages)
    let namespaces = snapshot.names.defaultNS + options.fallbackNS
    told["namespaces"] = .array(of: namespaces)
    if !evaluation.marks.isDisjoint(with: .limits) {
      told["limits"] = .array(of: evaluation.marks.names)
    }
    return .object(told)
  }
}
