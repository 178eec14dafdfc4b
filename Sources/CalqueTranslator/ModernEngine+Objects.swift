import CalqueBase
import CalqueTemplate

extension ModernEngine {
  /// An object or array: the host's text for it, a message, or its children translated.
  func answerObject(
    _ call: Call, _ object: Value, _ resolution: Resolution, isDefault: Bool
  ) -> Translation {
    let wantsObjects = call.options["returnObjects"]?.isTruthy ?? false || options.returnObjects
    guard wantsObjects else {
      return Translation(value: .text(message(call, object, resolution)))
    }
    var translation = Translation(value: object)
    translation.isMissing = isDefault
    guard let separator = keySeparator(call.options), state.canNest else { return translation }
    state.depth += 1
    defer { state.depth -= 1 }
    translation.value = children(of: object, call, resolution, separator, isDefault: isDefault)
    return translation
  }

  private func message(_ call: Call, _ object: Value, _ resolution: Resolution) -> Text {
    var options = call.options
    options["ns"] = .array(call.namespaces.map { .text($0) })
    if let text = snapshot.host.returnedObject?(resolution.usedKey ?? call.key, object, options) {
      return text
    }
    return "key '" + call.key + " (" + (snapshot.language ?? "undefined")
      + ")' returned an object instead of string."
  }

  private func children(
    of object: Value, _ call: Call, _ resolution: Resolution, _ separator: Text, isDefault: Bool
  ) -> Value {
    var options = call.options
    options["joinArrays"] = .bool(false)
    options["ns"] = .array(call.namespaces.map { .text($0) })
    if case .array(let elements) = object {
      let base = resolution.exactUsedKey ?? call.key
      return .array(
        elements.enumerated().map { position, element in
          let name = Decimal.text(of: Int64(position))
          return child(base + separator + name, element, options, isDefault ? element : nil)
        })
    }
    guard case .object(let members) = object else { return object }
    let base = resolution.usedKey ?? call.key
    var copy = Members()
    for (name, value) in zip(members.keys, members.values) {
      copy[name] = child(base + separator + name, value, options, isDefault ? value : nil)
    }
    return .object(copy)
  }

  /// A child by its full key; when nothing is found under it, the child as it is.
  private func child(
    _ key: Text, _ original: Value, _ options: Members, _ defaultValue: Value?
  ) -> Value {
    guard state.step() else { return original }
    var options = options
    if let defaultValue { options["defaultValue"] = defaultValue }
    let value = translate([key], options).value ?? .null
    return value == .text(key) ? original : value
  }
}
