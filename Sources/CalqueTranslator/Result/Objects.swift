import CalqueBase
import CalqueTemplate

/// Objects and arrays that are not joined.
extension Resolved {
  /// The host's text for an object, a message, or its children translated.
  ///
  /// - Parameter object: is made from the catalog only where it is needed.
  func answerObject(
    _ object: () -> Value, isDefault: Bool, _ output: inout Output
  ) -> Answer {
    guard snapshot.options.returnObjects || frame.isTruthy(.returnObjects, "returnObjects") else {
      if let text = text(of: object) {
        output.append(text)
      } else {
        output.append("key '" as StaticString)
        output.append(lastKey)
        output.append(" (" as StaticString)
        output.append(snapshot.language ?? "undefined")
        output.append(")' returned an object instead of string." as StaticString)
      }
      return .text
    }
    let missing: Answer = isDefault ? .missing : .text
    guard let separator = call.keySeparator, call.canNest() else {
      return call.evaluation.pointee.give(object()).union(missing)
    }
    call.evaluation.pointee.depth += 1
    let value = children(of: object(), separator, isDefault: isDefault)
    call.evaluation.pointee.depth -= 1
    return call.evaluation.pointee.give(value).union(missing)
  }

  /// The host's text for an object.
  private func text(of object: () -> Value) -> Text? {
    call.host(snapshot.host.returnedObject).flatMap { function in
      var options = frame.members
      options["ns"] = .array(namespaces.map { .text($0) })
      return function(match.resolution.usedKey ?? Text(lastKey), object(), options)
    }
  }

  private func children(of object: Value, _ separator: Text, isDefault: Bool) -> Value {
    let resolution = match.resolution
    let shared = ArgumentList(
      Members([
        ("joinArrays", .bool(false)), ("ns", .array(namespaces.map { .text($0) })),
      ]))
    call.evaluation.pointee.keep(shared)
    if case .array(let elements) = object {
      let base = (resolution.exactUsedKey ?? Text(lastKey)) + separator
      return .array(
        elements.enumerated().map { position, element in
          child(base + Decimal.text(of: Int64(position)), element, shared, isDefault: isDefault)
        })
    }
    guard case .object(let members) = object else { return object }
    let base = (resolution.usedKey ?? Text(lastKey)) + separator
    var copy = Members()
    for (name, value) in zip(members.keys, members.values) {
      copy[name] = child(base + name, value, shared, isDefault: isDefault)
    }
    return .object(copy)
  }

  /// The translation of a child by its full key; if there is none, the child unchanged.
  ///
  /// - Parameter shared: options of all children.
  private func child(
    _ key: Text, _ original: Value, _ shared: ArgumentList, isDefault: Bool
  ) -> Value {
    guard call.charge() else { return original }
    let isSingle = keys.count == 1
    // The namespaces are those of the chain that the object was found in.
    let home = isSingle ? match.core : core
    let value = call.withInner(roomFor: shared.count + 1, on: home, takingOver: frame) {
      inner, nested in
      nested.pointee.data = frame.pointee.data
      for argument in shared.all { nested.pointee.add(argument) }
      if isDefault {
        let name: Text = "defaultValue"
        let argument = name.bytes.withUnsafeBufferPointer {
          Frame.argument($0, original, call.evaluation)
        }
        nested.pointee.add(argument)
      }
      return withUnsafePointer(to: call.evaluation.pointee.copy(key)) { bytes in
        inner.captured { output in
          inner.answerInFull(
            UnsafeBufferPointer(start: bytes, count: 1), from: nil, isOnChain: isSingle, &output)
        }.value
      }
    }
    return value == .text(key) ? original : value
  }
}
