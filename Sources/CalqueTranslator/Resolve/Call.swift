import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// A call: what it is made on, and its arguments.
///
/// Two words, so that it stays in registers; what is in memory is read field by field. Copying a
/// structure just after its fields were written would wait for each of them to arrive in the cache.
///
/// A first attempt (`arguments.work` is nil) looks up, fills in, and allocates nothing. It gives up
/// where it may be wrong, or where a host must be called. A second attempt (`Call+Answer`) then finds
/// and renders with the same functions.
struct Call {
  typealias Answer = CallAnswer

  let core: UnsafePointer<ChainCore>
  let arguments: UnsafeMutablePointer<CallArguments>

  @inline(__always)
  init(_ core: UnsafePointer<ChainCore>, _ arguments: UnsafeMutablePointer<CallArguments>) {
    self.core = core
    self.arguments = arguments
  }

  /// Whether a first attempt follows all options that the call has.
  @inline(__always)
  var isFollowed: Bool { arguments.pointee.options & core.pointee.unusual == 0 }

  /// The first attempt.
  @inline(__always)
  func translate(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, into output: inout Output
  ) -> Answer {
    guard core.pointee.isDirect, isFollowed, keyCount > 0 else { return .full }
    // A default makes no difference to what is found.
    if arguments.pointee.options & ~OptionName.defaultValue.bit != 0
      || core.mayBeSplit(key, keyCount)
    {
      return apart(key, keyCount, isSought: false, &output)
    }
    switch find(key, keyCount, KeyHash(key, keyCount).mark) {
    case .found(let record):
      if record.kind == NodeKind.plain.rawValue {
        output.append(padded: record.text, record.textLength)
        return .done
      }
      return withUnsafePointer(to: CallKey(key, keyCount, core)) {
        whole(record, into: &output, $0)
      }
    case .next: return apart(key, keyCount, isSought: true, &output)
    case .stop: return .full
    }
  }

  /// The text of a record, or nothing of it.
  @inline(never)
  func whole(
    _ record: CatalogRecord, into output: inout Output, _ key: UnsafePointer<CallKey>
  ) -> Answer {
    let start = output.length
    let answer = render(record, into: &output, key)
    if answer == .done { return .done }
    output.rewind(to: start)
    return .full
  }

  // MARK: Finding

  enum Look {
    case found(CatalogRecord)
    /// Nothing here.
    case next
    /// Only a second attempt finds it.
    case stop
  }

  /// The record of the first form that has one.
  ///
  /// - Parameter mark: of the key, asked for where no other form of the key is meant.
  @inline(__always)
  func find(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, _ mark: @autoclosure () -> KeyMark
  ) -> Look {
    arguments.hasForms ? formed(key, keyCount) : findBare(key, keyCount, mark())
  }

  /// The record of a key as it is.
  @inline(__always)
  func findBare(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, _ mark: @autoclosure () -> KeyMark
  ) -> Look {
    core.pointee.isMerged
      ? look(core.pointee.table.record(key, keyCount, mark())) : layered(key, keyCount, mark())
  }

  @inline(__always)
  private func look(_ record: CatalogRecord?) -> Look {
    guard let record, !core.pointee.skips.skips(record) else { return .next }
    return .found(record)
  }

  @inline(never)
  private func layered(_ key: UnsafePointer<UInt8>, _ keyCount: Int, _ mark: KeyMark) -> Look {
    eachLayer { look($0.pointee.record(key, keyCount, mark)) }
  }

  /// With count or context: the candidates of each language, most specific first.
  @inline(never)
  func formed(_ key: UnsafePointer<UInt8>, _ keyCount: Int) -> Look {
    guard core.pointee.hasForms else { return .stop }
    guard let count = arguments.pointee.count else {
      return core.pointee.isModern ? seldom(key, keyCount, nil) : .stop
    }
    guard arguments.pointee.context == nil, count.pointee.kind == .int, core.pointee.layerCount > 0
    else { return core.pointee.isModern ? seldom(key, keyCount) : .stop }
    let layer = core.pointee.layers
    guard core.pointee.order == .byLayer else {
      return numbered(key, keyCount, count.pointee.integer)
    }
    // The plural form in the first language, which nearly every key with a count has.
    guard count.pointee.integer != 0, !arguments.pointee.isOrdinal,
      let rule = layer.pointee.cardinal
    else { return seldom(key, keyCount) }
    return plural(key, keyCount, rule, count.pointee.integer.magnitude)
  }

  /// A function of its own, so that calls with a context save no registers for it.
  @inline(never)
  private func plural(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, _ rule: PluralRule, _ count: UInt64
  ) -> Look {
    let category = rule.category(ofInteger: count)
    let found = look(FormedKey(key, keyCount).record(in: core.pointee.layers, suffix(category)))
    if case .next = found { return seldom(key, keyCount) }
    return found
  }

  /// The candidates for a form, in order.
  ///
  /// A function of its own, so that nothing is kept for it.
  @inline(never)
  private func seldom(_ key: UnsafePointer<UInt8>, _ keyCount: Int) -> Look {
    seldom(key, keyCount, PluralRequest(arguments.pointee.count))
  }

  @inline(never)
  private func seldom(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, _ plural: PluralRequest?
  ) -> Look {
    let bare = FormedKey(key, keyCount)
    guard let context = arguments.pointee.context,
      context.pointee.kind != .text
        || context.pointee.textCount > 0
    else { return eachLayer { forms($0, bare, plural) } }
    // Numbers are contexts too; nothing else is.
    switch context.pointee.kind {
    case .text: break
    case .int, .double: return .stop
    default: return eachLayer { forms($0, bare, plural) }
    }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: FormedKey.longest) { room in
      guard let start = room.baseAddress,
        let specific = bare.adding(
          core.pointee.contextSeparator, context.pointee.text, context.pointee.textCount, in: start)
      else { return .stop }
      return eachLayer { layer in
        let look = forms(layer, specific, plural)
        if case .next = look { return forms(layer, bare, plural) }
        return look
      }
    }
  }

  @inline(__always)
  private func eachLayer(_ look: (UnsafePointer<Layer>) -> Look) -> Look {
    for position in 0..<Int(core.pointee.layerCount) {
      let found = look(core.pointee.layers + position)
      if case .next = found { continue }
      return found
    }
    return .next
  }

  /// Zero, plural, and bare form of a key in one language.
  @inline(never)
  private func forms(
    _ layer: UnsafePointer<Layer>, _ key: FormedKey, _ plural: PluralRequest?
  ) -> Look {
    guard let plural else { return look(key.record(in: layer)) }
    var found = Look.next
    if let numbers = core.pointee.numbers {
      found = form(layer, key, numbers[layer.pointee.code].form(of: plural.number))
    } else if arguments.pointee.isOrdinal {
      found = ordinal(layer, key, plural.operands)
    } else {
      guard let rule = layer.pointee.cardinal else { return .stop }
      if plural.isZero { found = form(layer, key, .zero) }
      if case .next = found { found = form(layer, key, rule.category(of: plural.operands)) }
    }
    if case .next = found, core.pointee.pluralFallback, core.pointee.numbers == nil {
      found = form(layer, key, .other)
    }
    if case .next = found { return look(key.record(in: layer)) }
    return found
  }

  /// `key_ordinal_two`, and `key_two` as i18next 21 and 22 spelled it.
  private func ordinal(
    _ layer: UnsafePointer<Layer>, _ key: FormedKey, _ operands: PluralOperands
  ) -> Look {
    guard let rule = layer.pointee.ordinal else { return .stop }
    let category = rule.category(of: operands)
    let suffix = core.pointee.ordinalSuffixes + Int(category.rawValue)
    let found = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: FormedKey.longest) {
      room -> Look in
      guard let start = room.baseAddress,
        let specific = key.adding(.empty, suffix.pointee.bytes, suffix.pointee.count, in: start)
      else { return .stop }
      return look(specific.record(in: layer))
    }
    if case .next = found { return form(layer, key, category) }
    return found
  }

  @inline(never)
  private func form(
    _ layer: UnsafePointer<Layer>, _ key: FormedKey, _ category: PluralCategory
  ) -> Look {
    look(key.record(in: layer, suffix(category)))
  }

  // MARK: Numbered forms

  /// The form that a count asks for in formats ios and v1, then the key.
  @inline(never)
  private func numbered(
    _ start: UnsafePointer<UInt8>, _ keyCount: Int, _ count: Int64
  ) -> Look {
    guard let numbers = core.pointee.numbers else { return .stop }
    let key = FormedKey(start, keyCount)
    let isIOS = core.pointee.order == .byForm
    // i18next-ios counts and shows a number without its sign.
    guard !isIOS || count >= 0 else { return .stop }
    var found = Look.next
    if isIOS {
      let form = numbers.pointee.form(ofInteger: count.magnitude)
      if form != .bare { found = eachLayer { self.form($0, key, form) } }
      // The key may begin with a namespace, which has the form.
      if case .next = found, form != .bare,
        dottedNamespace(Bytes(start: start, count: keyCount)) != nil
      {
        return .stop
      }
    } else {
      // The form of the first language is looked for in that language, of a later one also in those
      // behind it, as i18next 1.11 does.
      var code = 0
      while case .next = found, code < core.pointee.codeCount {
        let form = numbers[code].form(of: Double(count))
        found = eachLayer { layer in
          let isAsked = code == 0 ? layer.pointee.code == 0 : layer.pointee.code >= code
          return isAsked ? self.form(layer, key, form) : .next
        }
        code &+= 1
      }
    }
    guard case .next = found else { return found }
    return eachLayer { look(key.record(in: $0)) }
  }

  @inline(never)
  private func form(
    _ layer: UnsafePointer<Layer>, _ key: FormedKey, _ form: NumberedPlurals.Form
  ) -> Look {
    switch form {
    case .bare: look(key.record(in: layer))
    case .plural: self.form(layer, key, core.pointee.plural, .empty)
    case .numbered(let number):
      self.form(layer, key, core.pointee.numbered, ShortText(decimal: number))
    }
  }

  private func form(
    _ layer: UnsafePointer<Layer>, _ key: FormedKey, _ suffix: KeySuffix, _ number: ShortText
  ) -> Look {
    if let whole = suffix.short?.adding(number) { return look(key.record(in: layer, whole)) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: FormedKey.longest) { room in
      guard let start = room.baseAddress,
        let specific = key.adding(.empty, suffix.bytes, suffix.count, in: start)
      else { return .stop }
      return look(specific.record(in: layer, number))
    }
  }

  @inline(__always)
  private func suffix(_ category: PluralCategory) -> ShortText {
    (core.pointee.pluralSuffixes + Int(category.rawValue)).pointee
  }
}
