import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// References: `$t(key)`, `$t(key, {"count": 1})`, `$t(key, format)`.
extension Call {
  /// A reference of a second attempt. Its text is put out.
  func follow(
    _ step: PatternStep, _ operation: Pattern.Operation, _ output: inout Output,
    _ key: UnsafePointer<CallKey>
  ) -> Answer {
    let isWhole = arguments.pointee.work?.pointee.whole == step.address
    arguments.pointee.work?.pointee.whole = nil
    guard operation == .referenceWithOptions else {
      let reference = Reference(
        name: step.nameBytes, detail: nil, own: UnsafeBufferPointer(start: nil, count: 0))
      return put(reference, step, isWhole: isWhole, &output, key)
    }
    return withDetail(of: step, key) {
      readReference(step)
    } _: { detail in
      // Other values of placeholders may change how the reference is read.
      detail.options == .known ? known(detail, step, isWhole, &output, key) : .full
    }
  }

  /// The options of a reference, after its key.
  func readReference(_ step: PatternStep) -> PatternDetail {
    let syntax = syntax
    let end = step.placeholderCount - syntax.nestingSuffix.count
    let inside = Text(step.placeholderBytes.part(syntax.nestingPrefix.count, end))
    return PatternDetail.reference(inside, syntax) { try? JSON.parse($0) }
  }

  /// Reads a reference whose placeholders have been replaced.
  func reference(_ inside: Text, _ tools: Scan.Tools) -> PatternDetail {
    // The reference may have variables that the call does not have.
    let fill = { (json: Text) in
      json.contains(tools.syntax.prefix) ? filledOnceMore(json, tools) : json
    }
    return arguments.has(.interpolation)
      ? ScannedReferences.read(inside, tools.syntax, fill: fill)
      : snapshot.references.detail(of: inside, tools.syntax, fill: fill)
  }

  /// A reference whose options are known but for variables of the call.
  ///
  /// - Returns: `full` when a value does not stand for itself in JSON.
  private func known(
    _ detail: PatternDetail, _ step: PatternStep, _ isWhole: Bool, _ output: inout Output,
    _ key: UnsafePointer<CallKey>
  ) -> Answer {
    let own = detail.own?.all ?? UnsafeBufferPointer(start: nil, count: 0)
    return detail.name.bytes.withUnsafeBufferPointer { name in
      guard !detail.slots.isEmpty else {
        let reference = Reference(name: name, detail: detail, own: own)
        return put(reference, step, isWhole: isWhole, &output, key)
      }
      return CallArguments.withRoom(for: own.count) { room in
        for (position, argument) in own.enumerated() {
          (room + position).initialize(to: argument)
        }
        for slot in detail.slots {
          guard let value = value(of: slot, own[slot.position].name) else { return .full }
          room[slot.position] = value
        }
        _ = arguments.pointee.work?.pointee.step(by: detail.slots.count)
        let reference = Reference(
          name: name, detail: detail, own: UnsafeBufferPointer(start: room, count: own.count))
        return put(reference, step, isWhole: isWhole, &output, key)
      }
    }
  }

  /// The option that a variable is the value of, as JSON would read it; nil when that needs reading.
  func value(of slot: PatternDetail.Slot, _ name: Name) -> Argument? {
    let found = slot.path.bytes.withUnsafeBufferPointer { lookUp($0) }
    guard case .argument(let argument)? = found, !core.pointee.asksForFormat else { return nil }
    switch argument.pointee.kind {
    case .int, .bool:
      return slot.isQuoted ? nil : Argument(name, as: argument.pointee)
    case .text:
      guard slot.isQuoted, !core.pointee.asksForEscape else { return nil }
      let isPlain = argument.pointee.bytes.allSatisfy { byte in
        byte >= 0x20 && byte != 0x5C && byte != 0x22 && HTMLEscape.entity(of: byte) == nil
      }
      return isPlain ? Argument(name, as: argument.pointee) : nil
    default: return nil
    }
  }

  private func put(
    _ reference: Reference, _ step: PatternStep, isWhole: Bool, _ output: inout Output,
    _ key: UnsafePointer<CallKey>
  ) -> Answer {
    let lng = core.pointee.followsReferences ? nil : language(of: step.address, key)
    if let value = put(reference, lng: lng, isFound: true, isWhole: isWhole, &output, key) {
      arguments.pointee.work?.pointee.value = value
    }
    return .done
  }

  // MARK: Calls within a call

  /// A reference, taken apart.
  struct Reference {
    let name: Bytes
    let detail: PatternDetail?
    let own: UnsafeBufferPointer<Argument>
  }

  /// Puts out the text of a reference.
  ///
  /// - Parameters:
  ///   - lng: the language of the text that it stands in; nil where that makes no difference.
  ///   - isFound: the text was found.
  ///   - isWhole: it is all of the text.
  /// - Returns: what it stands for if it is all of the text, and what it stands for is not text.
  func put(
    _ reference: Reference, lng: Text?, isFound: Bool, isWhole: Bool, _ output: inout Output,
    _ key: UnsafePointer<CallKey>
  ) -> Value? {
    guard let formats = reference.detail?.formats, !formats.isEmpty else {
      guard let value = ask(reference, lng, isFound, key, &output) else { return nil }
      if isWhole, value.isTruthy, value.text == nil { return value }
      output.append(ValueText.of(value))
      return nil
    }
    let value = captured { ask(reference, lng, isFound, key, &$0) }
    if isWhole, value.isTruthy, value.text == nil { return value }
    let text = Value.text(ValueText.of(value).trimmed())
    let lng = arguments.lng.map { Text($0) } ?? lng ?? snapshot.language
    let formatted = reference.detail.flatMap {
      format(.value(text), $0, lng, of: key)
    }
    output.append(ValueText.of(formatted ?? text))
    return nil
  }

  /// Makes the call that a reference stands for.
  ///
  /// - Returns: a value that is not text.
  private func ask(
    _ reference: Reference, _ lng: Text?, _ isFound: Bool, _ key: UnsafePointer<CallKey>,
    _ output: inout Output
  ) -> Value? {
    // A key that is being translated already is left out.
    if let outer = key.pointee.outer, !arguments.hasContext,
      outer.pointee.bytes.elementsEqual(reference.name)
    {
      return nil
    }
    guard let lng else {
      return ask(reference, isFound ? core.pointee.language : .none, key, &output)
    }
    return lng.bytes.withUnsafeBufferPointer { ask(reference, $0, key, &output) }
  }

  private func ask(
    _ reference: Reference, _ lng: Bytes, _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Value? {
    guard let work = arguments.pointee.work else { return nil }
    work.pointee.depth += 1
    defer { work.pointee.depth -= 1 }
    let own = reference.own
    return withNested(work, own.count, lng) { nested in
      for argument in own { nested.pointee.add(argument) }
      return withUnsafePointer(to: reference.name) { name in
        Call(home, nested).answer(
          UnsafeBufferPointer(start: name, count: 1), key,
          isSettled: isSettled(reference), into: &output
        ).value
      }
    }
  }

  /// Calls `body` with the arguments that a reference takes over, and room for more.
  ///
  /// - Parameter lng: where the call has no language of its own; empty for none.
  func withNested<Result>(
    _ work: UnsafeMutablePointer<CallWork>, _ count: Int, _ lng: Bytes,
    _ body: (UnsafeMutablePointer<CallArguments>) -> Result
  ) -> Result {
    // The variables in `replace` are taken over, or else all options.
    let outer = arguments.pointee.data ?? arguments
    return CallArguments.with(roomFor: count + 3, work, outer: outer) { nested in
      if arguments.pointee.data == nil, !lng.isEmpty,
        !(arguments.pointee.lng?.pointee.isTruthy ?? false)
      {
        nested.pointee.add(Argument("lng", .text, 0, lng))
      }
      nested.pointee.add(Argument("applyPostProcessor", .bool, 0))
      nested.pointee.add(Argument("defaultValue", .absent, 0))
      return body(nested)
    }
  }

  /// Whether a reference is looked up in the chain of the call.
  private func isSettled(_ reference: Reference) -> Bool {
    guard core.pointee.followsReferences, arguments.pointee.data == nil else { return false }
    return !reference.own.contains { argument in
      switch OptionName.of(argument.name) {
      case .lng, .lngs, .ns, .fallbackLng: true
      default: false
      }
    }
  }

  /// With `replace` a reference takes over variables alone, and so none of the call's choices.
  private var home: UnsafePointer<ChainCore> {
    arguments.pointee.data == nil ? core : snapshot.scope.reader.core
  }
}

extension Argument {
  init(_ name: StaticString, _ kind: Kind, _ bits: UInt64, _ text: Bytes = .none) {
    let name = Bytes(start: name.utf8Start, count: name.utf8CodeUnitCount)
    self.init(name, kind, bits, text)
  }
}
