import CalqueBase
import CalqueCatalog
import CalqueLocale
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
    guard core.pointee.showsMissing || namesMissing || showsOlder(key),
      isReference || !arguments.has(.postProcess), let start = key.baseAddress,
      key.count <= core.pointee.maxOutput, isPlain(start, key.count, core.pointee.telling)
    else { return .full }
    var own = isReference ? nil : arguments.pointee.defaultValue
    if arguments.has(.defaultValueForm) {
      guard !isReference, case .known(let form) = standard else { return .full }
      own = form ?? own
    }
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

  /// Whether a missing key of formats v1 and ios is shown unchanged and not reported.
  private func showsOlder(_ key: Bytes) -> Bool {
    // Version 1 shows the name of the namespace that it falls back to before a key with a count.
    guard core.pointee.showsOlderMissing, keepsChain, isAtHome, dottedNamespace(key) == nil else {
      return false
    }
    guard let separator = core.pointee.separators.key else { return true }
    // Version 1 looks a key up to its first empty part. The keys of ios have dots for their separators.
    return core.pointee.order == .byForm
      ? separator.equals(".") || key.firstIndex(of: separator) == nil
      : !key.hasEmptyPart(separator)
  }

  private enum Standard {
    case known(UnsafePointer<Argument>?)
    /// A second attempt has to tell.
    case unknown
  }

  /// The default of the form that the count of the call asks for.
  private var standard: Standard {
    guard let plural = PluralRequest(arguments.pointee.count) else { return .known(nil) }
    guard core.pointee.hasForms, let layer = layer(of: arguments.lng ?? core.pointee.language)
    else {
      return .unknown
    }
    let isOrdinal = arguments.pointee.isOrdinal
    if let numbers = core.pointee.numbers {
      switch numbers[layer.pointee.code].form(of: plural.number) {
      case .bare: return .known(standard(.none, .empty))
      case .plural: return .known(standard(core.pointee.plural.all, .empty))
      case .numbered(let number):
        return .known(standard(core.pointee.numbered.all, ShortText(decimal: number)))
      }
    }
    guard let cardinal = layer.pointee.cardinal, let ordinal = layer.pointee.ordinal else {
      return .unknown
    }
    let suffixes = core.pointee.pluralSuffixes
    if !isOrdinal, plural.isZero,
      let zero = standard(.none, suffixes[Int(PluralCategory.zero.rawValue)])
    {
      return .known(zero)
    }
    let category = Int(ordinal.category(of: plural.operands).rawValue)
    if isOrdinal, let found = standard(core.pointee.ordinalSuffixes[category].all, .empty) {
      return .known(found)
    }
    let form = suffixes[Int(cardinal.category(of: plural.operands).rawValue)]
    return .known(standard(.none, form))
  }

  private func layer(of lng: Bytes) -> UnsafePointer<Layer>? {
    core.pointee.chain._withUnsafeGuaranteedRef { chain in
      core.firstLayer { layer in
        let code = chain.codes[layer.pointee.code]
        return code.bytes.withUnsafeBufferPointer { $0.isSame(lng) } ? layer : nil
      }
    }
  }

  /// The default of a form, if it says anything.
  private func standard(_ suffix: Bytes, _ more: ShortText) -> UnsafePointer<Argument>? {
    withForm(Self.standardName, .empty, suffix, more) { name in
      arguments.named(Name(name)).flatMap { $0.pointee.isTruthy ? $0 : nil }
    }
  }

  private static var standardName: Bytes {
    let name: StaticString = "defaultValue"
    return Bytes(start: name.utf8Start, count: name.utf8CodeUnitCount)
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
