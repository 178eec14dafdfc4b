import CalqueBase
import CalqueTemplate

/// The calls that references stand for.
extension Call {
  /// A reference, taken apart.
  struct Reference {
    let name: Bytes
    let detail: PatternDetail?
    let own: UnsafeBufferPointer<Argument>
  }

  /// Puts out the text of a reference.
  ///
  /// - Parameters:
  ///   - address: of the text that it stands in, which is in a catalog; nil for others.
  ///   - lng: the language of such a text, if it has one.
  ///   - isFound: the text was found.
  ///   - isWhole: it is all of the text.
  @inline(never)
  func put(
    _ reference: Reference, at address: UnsafeRawPointer? = nil, lng: Text? = nil,
    isFound: Bool = true, isWhole: Bool, _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer {
    let language = address.map { key.pointee.core.language(at: $0) } ?? lng
    let around = core.pointee.followsReferences ? nil : language
    guard let detail = reference.detail, !detail.formats.isEmpty else {
      let answer = ask(reference, around, isFound, key, &output)
      return answer == .value
        ? put(evaluation.pointee.value, isWhole: isWhole, &output) : .text
    }
    let made = captured { ask(reference, around, isFound, key, &$0) }.value
    if isWhole, made.isTruthy, made.text == nil { return evaluation.pointee.give(made) }
    let text = Value.text(ValueText.of(made).trimmed())
    let lng = frame.lng.map { Text($0) } ?? around ?? snapshot.language
    output.append(ValueText.of(format(.value(text), detail, lng, of: key)))
    return .text
  }

  /// Gives a value that is all of a text, or puts out its text.
  func put(_ value: Value, isWhole: Bool, _ output: inout Output) -> Answer {
    if isWhole, value.isTruthy, value.text == nil { return evaluation.pointee.give(value) }
    output.append(ValueText.of(value))
    return .text
  }

  /// Makes the call that a reference stands for.
  private func ask(
    _ reference: Reference, _ lng: Text?, _ isFound: Bool, _ key: UnsafePointer<CallKey>,
    _ output: inout Output
  ) -> Answer {
    // A key that is being translated already is left out.
    if isOpen(reference.name, key) { return .text }
    let language =
      lng.map { arena.pointee.copy($0) } ?? (isFound ? core.pointee.language : .none)
    evaluation.pointee.depth += 1
    defer { evaluation.pointee.depth -= 1 }
    // With `replace` a reference takes over variables alone, and so none of the call's choices.
    let home = frame.pointee.data == nil ? core : snapshot.scope.reader
    let isOnChain =
      core.pointee.followsReferences && frame.pointee.data == nil
      && !reference.own.contains { OptionName.isOne($0.name, of: OptionName.ofChain) }
    return withReference(roomFor: reference.own.count, on: home, language) { inner, nested in
      nested.add(reference.own)
      return inner.answerInFull(reference.name, from: key, isOnChain: isOnChain, &output)
        .intersection(.value)
    }
  }

  /// Calls `body` with the call of a reference: what it takes over, and what it sets.
  ///
  /// - Parameter lng: where the call has no language of its own; empty for none.
  func withReference<Found>(
    roomFor count: Int, on core: UnsafePointer<ChainCore>, _ lng: Bytes,
    _ body: (Call, UnsafeMutablePointer<Frame>) -> Found
  ) -> Found {
    // The variables in `replace` are taken over, or else all options.
    let outer = frame.pointee.data ?? frame
    return withInner(roomFor: count + 3, on: core, takingOver: outer) { inner, nested in
      if frame.pointee.data == nil, !lng.isEmpty, !(frame.pointee.lng?.pointee.isTruthy ?? false) {
        nested.pointee.add(Argument("lng", .text, 0, lng))
      }
      nested.pointee.add(Argument("applyPostProcessor", .bool, 0))
      nested.pointee.add(Argument("defaultValue", .absent, 0))
      return body(inner, nested)
    }
  }

  /// Calls `body` with the frame that a reference has, where it borrows that of the call around it.
  func asReference<Found>(_ body: (Call) -> Found) -> Found {
    withReference(roomFor: 0, on: core, core.pointee.language) { inner, _ in body(inner) }
  }
}
