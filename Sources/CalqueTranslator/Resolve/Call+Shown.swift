import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// First attempts at keys that have no text: arrays, objects, and keys that are missing.
extension Call {
  /// An array whose elements are joined, or the text in the place of an array or object.
  @inline(never)
  func shown(_ record: CatalogRecord, _ key: Bytes, _ output: inout Output) -> Answer {
    guard core.pointee.isModern else { return .full }
    let isAsked = arguments.has(.joinArrays)
    let separator =
      isAsked ? arguments.text(.joinArrays, "joinArrays") : core.pointee.joinArrays
    if record.kind == NodeKind.array.rawValue, isAsked || separator != nil {
      return joined(record, separator, &output)
    }
    guard core.pointee.showsObjects, !arguments.has(.returnObjects) else { return .full }
    tellObject(key, &output)
    return .done
  }

  func tellObject(_ key: Bytes, _ output: inout Output) {
    output.append("key '" as StaticString)
    output.append(key)
    output.append(" (" as StaticString)
    if core.pointee.language.isEmpty {
      output.append("undefined" as StaticString)
    } else {
      output.append(core.pointee.language)
    }
    output.append(")' returned an object instead of string." as StaticString)
  }

  /// An array of plain texts, with what the call wants between them.
  private func joined(
    _ array: CatalogRecord, _ separator: Bytes?, _ output: inout Output
  ) -> Answer {
    guard !core.pointee.hasChanges, let between = separator?.baseAddress,
      let separator, isPlain(between, separator.count, core.pointee.rendered)
    else { return .full }
    let start = output.length
    var isFirst = true
    let isPlain = array.allElements { element in
      // Parts of a placeholder could become one.
      guard element.kind == NodeKind.plain.rawValue,
        !core.pointee.rendered.finds(in: element.text, element.textLength)
      else { return false }
      if !isFirst { output.append(between, separator.count) }
      isFirst = false
      output.append(element.text, element.textLength)
      return true
    }
    if isPlain, output.length &- start <= core.pointee.maxOutput { return .done }
    output.rewind(to: start)
    return .full
  }

  /// A key that is its own text, or has a default. References have none.
  ///
  /// - Parameter given: as for `found`.
  func missing(
    _ key: Bytes, _ given: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer {
    let isReference = given.pointee.outer != nil
    let namesMissing = core.pointee.namesMissing
    guard core.pointee.showsMissing || namesMissing, isReference || !arguments.has(.postProcess),
      !arguments.has(.defaultValueForm), let start = key.baseAddress,
      key.count <= core.pointee.maxOutput, isPlain(start, key.count, core.pointee.telling)
    else { return .full }
    let own = isReference ? nil : arguments.pointee.defaultValue
    guard let standard = own?.pointee.filledText, let text = standard.baseAddress else {
      if let own {
        // An empty default is shown where an empty text is.
        guard own.pointee.kind == .text else { return .full }
        if core.pointee.returnsEmpty { return .missing }
      }
      if namesMissing { nameMissing(in: given.pointee.core, &output) }
      output.append(start, key.count)
      return .missing
    }
    guard standard.count <= core.pointee.maxOutput else { return .full }
    if isPlain(text, standard.count, core.pointee.rendered) {
      output.append(text, standard.count)
      return .missing
    }
    let record = core.pointee.chain._withUnsafeGuaranteedRef { $0.defaults.record(of: standard) }
    guard let record, !arguments.has(.skipInterpolation) else { return .full }
    let answer = withUnsafePointer(to: CallKey(start, key.count, core)) {
      whole(record, into: &output, $0)
    }
    return answer == .done ? .missing : answer
  }

  /// The namespace of a missing key, with what separates it.
  private func nameMissing(in chain: UnsafePointer<ChainCore>, _ output: inout Output) {
    chain.pointee.chain._withUnsafeGuaranteedRef { output.append($0.own.last ?? "") }
    output.append(core.pointee.missingSeparator)
  }

  /// Whether a text is UTF-8 without any of some bytes.
  @inline(__always)
  private func isPlain(
    _ text: UnsafePointer<UInt8>, _ count: Int, _ probe: @autoclosure () -> ByteProbe
  ) -> Bool {
    guard probe().occurs(in: text, count) else { return true }
    return isPlainBeyondASCII(text, count, probe())
  }

  @inline(never)
  private func isPlainBeyondASCII(
    _ text: UnsafePointer<UInt8>, _ count: Int, _ probe: ByteProbe
  ) -> Bool {
    !probe.finds(in: text, count)
      && UTF8Check.firstInvalid(Bytes(start: text, count: count)) == nil
  }
}
