import CalqueBase
import CalqueCatalog
import CalqueLocale

/// A translation that allocates nothing: a key, typed arguments, a buffer.
///
/// It follows the rules of the engines for what it understands, and says `full` for all else:
/// missing keys, objects, formats, references with options, unusual arguments. The result is the
/// same either way; a test compares the two on every conformance case.
///
/// Two words, so that it stays in registers; what is in memory is read field by field. Copying a
/// structure just after its fields were written would wait for each of them to arrive in the cache.
struct HotCall {
  typealias Answer = HotAnswer

  let core: UnsafePointer<ScopeCore>
  let arguments: UnsafeMutablePointer<HotArguments>

  @inline(__always)
  init(_ core: UnsafePointer<ScopeCore>, _ arguments: UnsafeMutablePointer<HotArguments>) {
    self.core = core
    self.arguments = arguments
  }

  /// Whether `count` and `context` choose a form; the others' rules for them are not followed here.
  @inline(__always)
  var isFollowed: Bool {
    core.pointee.hasCategories
      ? !arguments.pointee.isUnusual : !arguments.pointee.isUnusual && !arguments.pointee.hasOptions
  }

  @inline(__always)
  func translate(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, into output: inout Output
  ) -> Answer {
    guard isFollowed, keyCount > 0,
      case .found(let record) = find(key, keyCount, KeyHash(key, keyCount).value)
    else { return .full }
    return whole(record, into: &output, key, keyCount)
  }

  /// The text of a record, or nothing of it.
  @inline(__always)
  func whole(
    _ record: CatalogRecord, into output: inout Output, _ key: UnsafePointer<UInt8>, _ keyCount: Int
  ) -> Answer {
    let start = output.length
    let answer = withUnsafePointer(to: HotKey(key, keyCount)) { render(record, into: &output, $0) }
    if answer == .done { return .done }
    output.rewind(to: start)
    return .full
  }

  // MARK: Finding

  enum Look {
    case found(CatalogRecord)
    /// Nothing here.
    case next
    /// No text, or one that only the full rules find.
    case stop
  }

  /// The record of the first valid text.
  ///
  /// - Parameter hash: of the key, asked for where no other form of the key is meant.
  @inline(__always)
  func find(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, _ hash: @autoclosure () -> UInt64
  ) -> Look {
    if !arguments.pointee.hasForms {
      return look(core.pointee.table.record(key, keyCount, hash()))
    }
    return formed(key, keyCount)
  }

  @inline(__always)
  private func look(_ record: CatalogRecord?) -> Look {
    guard let record, !core.pointee.skips.skips(record) else { return .next }
    return record.kind >= NodeKind.plain.rawValue ? .found(record) : .stop
  }

  /// With count or context: the candidates of each language, most specific first.
  @inline(never)
  private func formed(_ key: UnsafePointer<UInt8>, _ keyCount: Int) -> Look {
    guard arguments.pointee.context == nil, let count = arguments.pointee.count,
      count.pointee.kind == .int, !arguments.pointee.isOrdinal, core.pointee.layerCount > 0
    else { return seldom(key, keyCount) }
    // The plural form in the first language, which nearly every key with a count has.
    let layer = core.pointee.layers
    guard count.pointee.integer != 0, let rule = layer.pointee.cardinal else {
      return seldom(key, keyCount)
    }
    let suffix = suffix(rule.category(ofInteger: count.pointee.integer.magnitude))
    let found = look(FormedKey(key, keyCount).record(in: layer, suffix))
    if case .next = found { return seldom(key, keyCount) }
    return found
  }

  /// All that may be a form, in order.
  ///
  /// A function of its own, so that nothing is kept for it.
  @inline(never)
  private func seldom(_ key: UnsafePointer<UInt8>, _ keyCount: Int) -> Look {
    let context = arguments.pointee.context
    if let context, context.pointee.kind != .text { return .stop }
    if let count = arguments.pointee.count {
      if count.pointee.kind != .int || arguments.pointee.isOrdinal { return .stop }
    }
    let bare = FormedKey(key, keyCount)
    guard let context, context.pointee.textCount > 0 else { return eachLayer { forms($0, bare) } }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: FormedKey.longest) { room in
      guard let start = room.baseAddress,
        let specific = bare.adding(
          core.pointee.contextSeparator, context.pointee.text, context.pointee.textCount, in: start)
      else { return .stop }
      return eachLayer { layer in
        let look = forms(layer, specific)
        if case .next = look { return forms(layer, bare) }
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
  private func forms(_ layer: UnsafePointer<Layer>, _ key: FormedKey) -> Look {
    if let count = arguments.pointee.count {
      guard let rule = layer.pointee.cardinal else { return .stop }
      let number = count.pointee.integer
      if number == 0 {
        let look = form(layer, key, .zero)
        if case .next = look {} else { return look }
      }
      let look = form(layer, key, rule.category(ofInteger: number.magnitude))
      if case .next = look {} else { return look }
      if core.pointee.pluralFallback {
        let look = form(layer, key, .other)
        if case .next = look {} else { return look }
      }
    }
    return look(key.record(in: layer))
  }

  @inline(never)
  private func form(
    _ layer: UnsafePointer<Layer>, _ key: FormedKey, _ category: PluralCategory
  ) -> Look {
    look(key.record(in: layer, suffix(category)))
  }

  @inline(__always)
  private func suffix(_ category: PluralCategory) -> UnsafePointer<ShortText> {
    core.pointee.pluralSuffixes + Int(category.rawValue)
  }
}
