import CalqueBase
import CalqueTemplate

extension Question {
  /// An object or array: the host's text for it, a message, or its children translated.
  ///
  /// - Parameter object: is made from the catalog only where it is needed.
  func answerObject(_ object: () -> Value, isDefault: Bool, _ output: inout Output) -> Answered {
    guard snapshot.options.returnObjects || arguments.isTruthy(.returnObjects, "returnObjects")
    else {
      let key = lastKey
      if let told = told(of: object, key) {
        output.append(told)
      } else {
        key.bytes.withUnsafeBufferPointer { call.tellObject($0, &output) }
      }
      return Answered()
    }
    guard let separator = call.keySeparator, let work = arguments.pointee.work,
      work.pointee.canNest()
    else { return Answered(value: object(), isMissing: isDefault) }
    work.pointee.depth += 1
    defer { work.pointee.depth -= 1 }
    let value = children(of: object(), separator, isDefault: isDefault)
    return Answered(value: value, isMissing: isDefault)
  }

  /// The host's text for an object.
  private func told(of object: () -> Value, _ key: Text) -> Text? {
    snapshot.host.returnedObject.flatMap { told in
      var options = arguments.members
      options["ns"] = .array(namespaces.map { .text($0) })
      return told(match.resolution.usedKey ?? key, object(), options)
    }
  }

  private func children(of object: Value, _ separator: Text, isDefault: Bool) -> Value {
    let resolution = match.resolution
    let shared = ArgumentList(
      Members([
        ("joinArrays", .bool(false)), ("ns", .array(namespaces.map { .text($0) })),
      ]))
    if case .array(let elements) = object {
      let base = (resolution.exactUsedKey ?? lastKey) + separator
      return .array(
        elements.enumerated().map { position, element in
          child(base + Decimal.text(of: Int64(position)), element, shared, isDefault: isDefault)
        })
    }
    guard case .object(let members) = object else { return object }
    let base = (resolution.usedKey ?? lastKey) + separator
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
    guard let work = arguments.pointee.work, work.pointee.step() else { return original }
    let list = isDefault ? ArgumentList(Members([("defaultValue", original)])) : nil
    let isSingle = keys.count == 1
    let value = CallArguments.with(roomFor: shared.count + 1, work, outer: call.arguments) {
      nested in
      nested.pointee.data = arguments.pointee.data
      for argument in shared.all { nested.pointee.add(argument) }
      if let list { for argument in list.all { nested.pointee.add(argument) } }
      return key.bytes.withUnsafeBufferPointer { bytes in
        withUnsafePointer(to: bytes) { bytes in
          // The namespaces are those of the chain that the object was found in.
          let inner = Call(isSingle ? match.core : core, nested)
          return inner.captured { output in
            inner.answer(
              UnsafeBufferPointer(start: bytes, count: 1), nil, isSettled: isSingle, into: &output
            ).value
          }
        }
      }
    }
    withExtendedLifetime((shared, list)) {}
    return value == .text(key) ? original : value
  }
}
