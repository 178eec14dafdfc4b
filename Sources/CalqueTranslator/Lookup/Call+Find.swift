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
    guard frame.pointee.context == nil else { return candidates(key, count) }
    guard !frame.pointee.isOrdinal,
      let rule = core.plurals(of: core.pointee.layers).pointee.cardinal,
      number.pointee.kind == .int, number.pointee.integer != 0
    else { return counted(key, count) }
    return plural(key, count, rule, number.pointee.integer.magnitude)
  }

  /// As `plural`, of ordinals, of counts that are no integers, and where forms are numbered.
  @inline(never)
  private func counted(_ key: UnsafePointer<UInt8>, _ count: Int) -> CatalogRecord? {
    let (rules, isOrdinal) = (core.plurals(of: core.pointee.layers), frame.pointee.isOrdinal)
    guard let request = PluralRequest(frame.pointee.count),
      isOrdinal || !request.isZero || rules.pointee.numbers != nil
    else { return candidates(key, count) }
    let form = core.suffix(of: request, rules, isOrdinal: isOrdinal)
    return record(FormedKey(key, count), form, in: core.pointee.layers) ?? uncounted(key, count)
  }

  /// A function of its own, so that calls with a context save no registers for it.
  @inline(never)
  private func plural(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ rule: PluralRule, _ number: UInt64
  ) -> CatalogRecord? {
    let form = core.suffix(rule.category(ofInteger: number))
    return record(FormedKey(key, count), form, in: core.pointee.layers) ?? uncounted(key, count)
  }

  /// As `plural`, where the form of the count is not there: then most often the key itself is meant.
  @inline(never)
  private func uncounted(_ key: UnsafePointer<UInt8>, _ count: Int) -> CatalogRecord? {
    guard !options.pluralFallback, !frame.pointee.isOrdinal else { return candidates(key, count) }
    return core.taken(FormedKey(key, count).record(in: core.pointee.layers))
      ?? candidates(key, count, from: 1)
  }

  /// As `plural`, with a context alone. Where no language has that form, the key itself is meant.
  @inline(never)
  private func contextual(_ key: UnsafePointer<UInt8>, _ count: Int) -> CatalogRecord? {
    guard let context = frame.pointee.context, context.pointee.kind == .text,
      let suffix = core.pointee.contextSeparator.short?.adding(context.pointee.bytes),
      core.pointee.isMerged
    else { return candidates(key, count) }
    let (form, table) = (FormedKey(key, count), core.pointee.table)
    guard let record = core.taken(form.record(in: table, suffix)) else {
      return core.taken(form.record(in: table))
    }
    return core.pointee.layers.pointee.holds(record.key) != nil ? record : candidates(key, count)
  }

  /// The record of the first of all candidates that has one, from a layer on.
  @inline(never)
  func candidates(_ key: UnsafePointer<UInt8>, _ count: Int, from: Int = 0) -> CatalogRecord? {
    guard from < core.pointee.layerCount else { return nil }
    let candidates = Candidates(self, Bytes(start: key, count: count))
    return core.firstLayer(from: from) { layer in
      candidates.first(core.plurals(of: layer), in: Hashes(call: self, layer: layer))
    }
  }

  private struct Hashes: CandidatePlace {
    let call: Call
    let layer: UnsafePointer<Layer>

    @inline(__always)
    func record(_ key: FormedKey, _ suffix: UnsafePointer<KeySuffix>) -> CatalogRecord? {
      let record = call.record(key, suffix, in: layer)
      return record != nil && call.frame.has(.keySeparator) ? member(record) : record
    }

    /// The member of the root whose name is the key of a record.
    @inline(never)
    private func member(_ record: CatalogRecord?) -> CatalogRecord? {
      guard let name = record?.keyBytes, let separator = call.core.pointee.separators.key,
        name.firstIndex(of: separator) != nil
      else { return record }
      return layer.pointee.catalog._withUnsafeGuaranteedRef {
        call.core.taken($0.root.child(Text(name))?.record)
      }
    }
  }

  /// The record of a form of a key in one catalog.
  @inline(__always)
  func record(
    _ key: FormedKey, _ suffix: UnsafePointer<KeySuffix>, in layer: UnsafePointer<Layer>
  ) -> CatalogRecord? {
    core.taken(
      suffix.pointee.short.map { key.record(in: layer, $0) }
        ?? (layer.pointee.front.flatMap { key.record(in: $0, long: suffix.pointee.all) }
          ?? key.record(in: layer.pointee.table, long: suffix.pointee.all)))
  }
}

/// A key whose forms are looked for without putting them together: their hashes go on from that of
/// the key, and a record is compared with key and suffix.
struct FormedKey {
  private let start: UnsafePointer<UInt8>
  private let count: Int
  private let hash: KeyHash

  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, _ count: Int) {
    (self.start, self.count, hash) = (start, count, KeyHash(start, count))
  }

  @inline(__always)
  init(_ key: Bytes) { self.init(key.baseAddress ?? Argument.nowhere, key.count) }

  var bytes: Bytes { Bytes(start: start, count: count) }

  /// The record of the key with a suffix.
  @inline(__always)
  func record(in layer: UnsafePointer<Layer>, _ suffix: ShortText = .empty) -> CatalogRecord? {
    layer.pointee.record(start, count, mark(suffix), suffix)
  }

  @inline(__always)
  func record(in table: CatalogTable, _ suffix: ShortText = .empty) -> CatalogRecord? {
    table.record(start, count, mark(suffix), suffix)
  }

  @inline(__always)
  private func mark(_ suffix: ShortText) -> KeyMark {
    var whole = hash
    whole.add(suffix.bytes, suffix.count)
    return KeyMark(hash: whole.value, word: hash.rest)
  }

  /// As above, with a suffix of any length.
  @inline(never)
  func record(in table: CatalogTable, long suffix: Bytes) -> CatalogRecord? {
    var whole = hash
    whole.add(suffix.baseAddress ?? start, suffix.count)
    return table.record(start, count, suffix, whole.value)
  }
}
