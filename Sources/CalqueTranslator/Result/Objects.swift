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
    guard snapshot.options.returnObjects || frame.isTruthy(.returnObjects) else {
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
    let ns = Value.array(namespaces.map { .text($0) })
    if case .array(let elements) = object {
      let base = (resolution.exactUsedKey ?? Text(lastKey)) + separator
      return .array(
        elements.enumerated().map { position, element in
          child(base + Decimal.text(of: Int64(position)), element, ns, isDefault: isDefault)
        })
    }
    guard case .object(let members) = object else { return object }
    let base = (resolution.usedKey ?? Text(lastKey)) + separator
    return .object(members.mapping { child(base + $0, $1, ns, isDefault: isDefault) })
  }

  /// The translation of a child by its full key; if there is none, the child unchanged.
  ///
  /// - Parameter ns: the option of all children.
  private func child(_ key: Text, _ original: Value, _ ns: Value, isDefault: Bool) -> Value {
    guard call.charge() else { return original }
    let isSingle = keys.count == 1
    // The namespaces are those of the chain that the object was found in.
    let home = isSingle ? match.core : core
    let value = withUnsafePointer(to: ns) { ns in
      call.withInner(roomFor: 3, on: home, takingOver: frame) { inner, nested in
        nested.pointee.data = frame.pointee.data
        nested.pointee.add(Argument("joinArrays", .bool, 0))
        nested.pointee.add(Argument(Name("ns"), ns))
        if isDefault {
          let name = Name("defaultValue").bytes
          nested.pointee.add(Frame.argument(name, original, call.evaluation))
        }
        return withUnsafePointer(to: call.evaluation.pointee.copy(key)) { bytes in
          inner.captured { output in
            inner.answerInFull(
              UnsafeBufferPointer(start: bytes, count: 1), from: nil, isOnChain: isSingle, &output)
          }.value
        }
      }
    }
    return value == .text(key) ? original : value
  }
}
