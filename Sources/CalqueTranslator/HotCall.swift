import CalqueBase
import CalqueCatalog
import CalqueLocale

/// A translation that allocates nothing: a key, typed arguments, a buffer.
///
/// It follows the rules of the engines for what it understands, and says `full` for all else:
/// missing keys, objects, formats, references with options, unusual arguments. The result is the
/// same either way; a test compares the two on every conformance case.
struct HotCall {
  typealias Answer = HotAnswer

  let core: UnsafePointer<ScopeCore>
  let args: UnsafeBufferPointer<Argument>
  /// Position of `count` and `context` among the arguments, -1 when there is none.
  private let count: Int
  private let context: Int
  private let isOrdinal: Bool
  /// An argument is an option that hot calls do not follow.
  private let isUnusual: Bool

  /// Placeholders and references that may still be replaced.
  private var replaces: Int

  /// The longest key, with context and suffix, that is put together on the stack.
  private static let longestKey = 400

  @inline(__always)
  init(_ core: UnsafePointer<ScopeCore>, _ args: UnsafeBufferPointer<Argument>) {
    self.core = core
    self.args = args
    var count = -1
    var context = -1
    var isOrdinal = false
    var isUnusual = false
    for position in 0..<args.count {
      switch HotOption.of(args[position]) {
      case .variable: break
      case .count: count = position
      case .context: context = position
      case .ordinal: isOrdinal = args[position].integer != 0
      case .unusual: isUnusual = true
      }
    }
    self.count = count
    self.context = context
    self.isOrdinal = isOrdinal
    self.isUnusual = isUnusual
    replaces = core.pointee.mostReplaces
  }

  /// Whether `count` and `context` choose a form; the others' rules for them are not followed here.
  @inline(__always)
  var isFollowed: Bool {
    !isUnusual && (core.pointee.hasCategories || (count < 0 && context < 0 && !isOrdinal))
  }

  @inline(__always)
  mutating func translate(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, into output: inout Output
  ) -> Answer {
    guard isFollowed, keyCount > 0 else { return .full }
    guard let record = resolve(key, keyCount) else {
      guard isMissing(key, keyCount) else { return .full }
      output.append(key, keyCount)
      return .missing
    }
    let start = output.length
    if render(record, into: &output, key, keyCount, nil, 0, depth: 0) == .full {
      output.rewind(to: start)
      return .full
    }
    return .done
  }

  /// Counts a placeholder or reference; false when there were too many.
  @inline(__always)
  mutating func spend() -> Bool {
    replaces &-= 1
    return replaces >= 0
  }

  // MARK: Finding

  /// The record of the first valid text; nil when there is none, or what is found is no text.
  @inline(__always)
  func resolve(_ key: UnsafePointer<UInt8>, _ keyCount: Int) -> CatalogRecord? {
    if count < 0, context < 0 { return plain(key, keyCount) }
    return formed(key, keyCount)
  }

  private enum Look {
    case found(CatalogRecord)
    case next
    case stop
  }

  @inline(__always)
  private func look(
    _ layer: UnsafePointer<Layer>, _ key: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt64
  ) -> Look {
    guard let record = layer.pointee.image.record(key, count, hash: hash) else { return .next }
    let kind = record.kind
    if kind >= NodeKind.plain.rawValue {
      return record.textLength > 0 || core.pointee.returnsEmpty ? .found(record) : .next
    }
    return kind == NodeKind.null.rawValue && !core.pointee.returnsNull ? .next : .stop
  }

  @inline(__always)
  private func plain(_ key: UnsafePointer<UInt8>, _ keyCount: Int) -> CatalogRecord? {
    let hash = Hash.of(key, keyCount)
    for position in 0..<core.pointee.layerCount {
      switch look(core.pointee.layers + position, key, keyCount, hash) {
      case .found(let record): return record
      case .next: continue
      case .stop: return nil
      }
    }
    return nil
  }

  /// Whether a key without arguments is nowhere, and would show as it is.
  private func isMissing(_ key: UnsafePointer<UInt8>, _ keyCount: Int) -> Bool {
    guard core.pointee.showsMissing, args.isEmpty, keyCount <= core.pointee.maxOutput else {
      return false
    }
    for offset in 0..<keyCount
    where key[offset] >= 0x80 || core.pointee.telling.contains(key[offset]) {
      return false
    }
    let hash = Hash.of(key, keyCount)
    for position in 0..<core.pointee.layerCount {
      guard case .next = look(core.pointee.layers + position, key, keyCount, hash) else {
        return false
      }
    }
    return true
  }

  /// With count or context: the candidates of each language, most specific first.
  private func formed(_ key: UnsafePointer<UInt8>, _ keyCount: Int) -> CatalogRecord? {
    let contextCount = context >= 0 ? args[context].textCount : 0
    guard keyCount + contextCount < Self.longestKey else { return nil }
    if context >= 0, args[context].kind != .text { return nil }
    if count >= 0, args[count].kind != .int { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      UnsafeMutableRawPointer(start).copyMemory(from: key, byteCount: keyCount)
      for position in 0..<core.pointee.layerCount {
        let layer = core.pointee.layers + position
        if contextCount > 0 {
          core.pointee.contextSeparator.write(to: start + keyCount)
          let at = keyCount &+ core.pointee.contextSeparator.count
          UnsafeMutableRawPointer(start + at).copyMemory(
            from: args[context].text, byteCount: contextCount)
          switch forms(layer, start, at &+ contextCount) {
          case .found(let record): return record
          case .next: break
          case .stop: return nil
          }
        }
        switch forms(layer, start, keyCount) {
        case .found(let record): return record
        case .next: break
        case .stop: return nil
        }
      }
      return nil
    }
  }

  /// Zero, plural, and bare form of a key in one language.
  @inline(__always)
  private func forms(
    _ layer: UnsafePointer<Layer>, _ start: UnsafeMutablePointer<UInt8>, _ length: Int
  ) -> Look {
    if count >= 0 {
      let rule = isOrdinal ? layer.pointee.ordinal : layer.pointee.cardinal
      guard let rule, !isOrdinal else { return .stop }
      let number = args[count].integer
      if number == 0 {
        let look = form(layer, start, length, .zero)
        if case .next = look {} else { return look }
      }
      let look = form(layer, start, length, rule.category(ofInteger: number.magnitude))
      if case .next = look {} else { return look }
      if core.pointee.pluralFallback {
        let look = form(layer, start, length, .other)
        if case .next = look {} else { return look }
      }
    }
    return look(layer, start, length, Hash.of(start, length))
  }

  @inline(__always)
  private func form(
    _ layer: UnsafePointer<Layer>, _ start: UnsafeMutablePointer<UInt8>, _ length: Int,
    _ category: PluralCategory
  ) -> Look {
    core.pointee.pluralSeparator.write(to: start + length)
    let at = length &+ core.pointee.pluralSeparator.count
    let name = HotOption.name(of: category)
    UnsafeMutableRawPointer(start + at).storeBytes(of: name.bytes, as: UInt64.self)
    let end = at &+ name.count
    return look(layer, start, end, Hash.of(start, end))
  }

  var hasContext: Bool { context >= 0 && args[context].textCount > 0 }
}
