import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// Looking up the forms of a key by their hashes.
extension Call {
  /// The record of the first form that has one.
  ///
  /// - Parameter mark: of the key, asked for where no other form of the key is meant.
  @inline(__always)
  func find(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ mark: @autoclosure () -> KeyMark
  ) -> CatalogRecord? {
    frame.hasForms ? formed(key, count) : core.record(key, count, mark())
  }

  /// With count or context: the candidates of each language, most specific first.
  @inline(never)
  private func formed(_ key: UnsafePointer<UInt8>, _ count: Int) -> CatalogRecord? {
    guard core.pointee.isModern else { return numberedForm(key, count) }
    // The first form in the first language, which nearly every key with a count or a context has.
    guard core.pointee.layerCount > 0 else { return nil }
    guard let number = frame.pointee.count else { return contextual(key, count) }
    guard frame.pointee.context == nil, !frame.pointee.isOrdinal,
      let rule = core.plurals(of: core.pointee.layers).pointee.cardinal,
      number.pointee.kind == .int, number.pointee.integer != 0
    else { return counted(key, count) }
    return plural(key, count, rule, number.pointee.integer.magnitude)
  }

  /// As `plural`, of ordinals, of counts that are no integers, and where forms are numbered.
  @inline(never)
  private func counted(_ key: UnsafePointer<UInt8>, _ count: Int) -> CatalogRecord? {
    let rules = core.plurals(of: core.pointee.layers)
    guard frame.pointee.context == nil, let request = PluralRequest(frame.pointee.count) else {
      return candidates(key, count)
    }
    let form: (key: FormedKey, suffix: ShortText)
    if let numbers = rules.pointee.numbers {
      form = FormedKey(key, count).form(numbers.form(of: request.number), core, in: arena)
    } else if !frame.pointee.isOrdinal {
      guard !request.isZero, let rule = rules.pointee.cardinal else {
        return candidates(key, count)
      }
      return plural(key, count, rule.category(of: request.operands))
    } else {
      let category = rules.pointee.ordinal?.category(of: request.operands) ?? .other
      form = FormedKey(key, count).adding(core.pointee.ordinal, .none, in: arena)
        .adding(core.pointee.categories + Int(category.rawValue), in: arena)
    }
    return record(form, in: core.pointee.layers) ?? candidates(key, count)
  }

  /// A function of its own, so that calls with a context save no registers for it.
  @inline(never)
  private func plural(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ rule: PluralRule, _ number: UInt64
  ) -> CatalogRecord? { plural(key, count, rule.category(ofInteger: number)) }

  @inline(__always)
  private func plural(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ category: PluralCategory
  ) -> CatalogRecord? {
    let suffix = core.pointee.categories + Int(category.rawValue)
    guard let short = suffix.pointee.short else { return candidates(key, count) }
    return core.taken(FormedKey(key, count).record(in: core.pointee.layers, short))
      ?? candidates(key, count)
  }

  /// As `plural`, with a context alone.
  @inline(never)
  private func contextual(_ key: UnsafePointer<UInt8>, _ count: Int) -> CatalogRecord? {
    guard let context = frame.pointee.context, context.pointee.kind == .text,
      let suffix = core.pointee.contextSeparator.short?.adding(context.pointee.bytes)
    else { return candidates(key, count) }
    return core.taken(FormedKey(key, count).record(in: core.pointee.layers, suffix))
      ?? candidates(key, count)
  }

  /// The record of the first of all candidates that has one.
  @inline(never)
  func candidates(_ key: UnsafePointer<UInt8>, _ count: Int) -> CatalogRecord? {
    let candidates = Candidates(self, FormedKey(key, count))
    return core.firstLayer { layer in
      candidates.first(core.plurals(of: layer), in: Hashes(core: core, layer: layer))
    }
  }

  private struct Hashes: CandidatePlace {
    let core: UnsafePointer<ChainCore>
    let layer: UnsafePointer<Layer>

    @inline(__always)
    func record(_ key: FormedKey, _ suffix: ShortText) -> CatalogRecord? {
      core.taken(key.record(in: layer, suffix))
    }
  }
}

/// A key whose forms are looked for without putting them together: their hashes go on from that of
/// the key, and a record is compared with key and suffix.
struct FormedKey {
  private let start: UnsafePointer<UInt8>
  private let count: Int
  private let hash: KeyHash

  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, _ count: Int, _ hash: KeyHash? = nil) {
    (self.start, self.count) = (start, count)
    self.hash = hash ?? KeyHash(start, count)
  }

  var bytes: Bytes { Bytes(start: start, count: count) }

  /// The key with more behind it.
  ///
  /// - Parameter arena: outlives the key.
  func adding(
    _ separator: KeySuffix, _ more: Bytes, in arena: UnsafeMutablePointer<Arena>
  ) -> FormedKey {
    if let short = more.isEmpty ? separator.short : separator.short?.adding(more) {
      return adding(short, in: arena)
    }
    let length = count &+ separator.count &+ more.count
    // Eight bytes must be readable at any place of a key.
    let room = arena.pointee.take(UInt8.self, length &+ 8)
    Word.copy(start, to: room, count)
    Word.copy(separator.bytes, to: room + count, separator.count)
    var whole = hash
    whole.add(separator.bytes, separator.count)
    if let start = more.baseAddress {
      Word.copy(start, to: room + count + separator.count, more.count)
      whole.add(start, more.count)
    }
    return FormedKey(room, length, whole)
  }

  @inline(__always)
  private func adding(
    _ short: ShortText, in arena: UnsafeMutablePointer<Arena>
  ) -> FormedKey {
    let room = arena.pointee.take(UInt8.self, count &+ 16)
    Word.copy(start, to: room, count)
    UnsafeMutableRawPointer(room + count).storeBytes(
      of: short.bytes.littleEndian, as: UInt64.self)
    var whole = hash
    whole.add(short.bytes, short.count)
    return FormedKey(room, count &+ short.count, whole)
  }

  /// The key and what is behind it as a short text, for a suffix of any length.
  ///
  /// - Parameter number: behind the suffix.
  @inline(__always)
  func adding(
    _ suffix: UnsafePointer<KeySuffix>, _ number: ShortText = .empty,
    in arena: UnsafeMutablePointer<Arena>
  ) -> (key: FormedKey, suffix: ShortText) {
    guard let short = suffix.pointee.short?.adding(number) else {
      return (adding(suffix.pointee, .none, in: arena), number)
    }
    return (self, short)
  }

  /// The key in a numbered form.
  @inline(__always)
  func form(
    _ form: NumberedPlurals.Form, _ core: UnsafePointer<ChainCore>,
    in arena: UnsafeMutablePointer<Arena>
  ) -> (key: FormedKey, suffix: ShortText) {
    switch form {
    case .bare: (self, .empty)
    case .plural: adding(core.pointee.plural, in: arena)
    case .numbered(let number):
      adding(core.pointee.numbered, ShortText(decimal: number), in: arena)
    }
  }

  /// The record of the key with a suffix.
  @inline(__always)
  func record(in layer: UnsafePointer<Layer>, _ suffix: ShortText = .empty) -> CatalogRecord? {
    var whole = hash
    whole.add(suffix.bytes, suffix.count)
    return layer.pointee.record(
      start, count, KeyMark(hash: whole.value, word: hash.rest), suffix)
  }

  /// The bytes of the key with a suffix.
  ///
  /// - Parameter arena: outlives them.
  func bytes(_ suffix: ShortText, in arena: UnsafeMutablePointer<Arena>) -> Bytes {
    suffix.count == 0 ? bytes : adding(suffix, in: arena).bytes
  }
}
