package import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// Chains of languages, and the records of keys by language and plural category. The rows of a table
/// share them, so that each is looked up once.
///
/// Rows whose record is not here, or not in the first catalog of their chain, are calls like any other.
package final class KnownForms: @unchecked Sendable {
  // Unchecked: used by one thread at a time.
  private struct Entry {
    let mark: UInt64
    let text: Bytes
    /// A language's number, or the address of a key's records.
    let value: Int
  }

  /// The records of a key in a language: for each category, without a count, and for 0. The address of
  /// a record, 0 for one that was not looked for, or 1 for a call of its own.
  private static let forms = 8
  private static let bare = 6
  private static let zero = 7
  private static let mostLanguages = 32
  private static let mostKeys = 4096

  private let reader: ChainReader
  private let languages: UnsafeMutablePointer<ChainReader>
  private var languageCount = 1
  private var kept: [Chain] = []
  private var languageTable: Table
  private var keyTable: Table
  /// Texts, and records of keys.
  private var arena: Arena
  private let block: UnsafeMutableRawPointer

  package init(_ reader: ChainReader) {
    self.reader = reader
    languages = .allocate(capacity: Self.mostLanguages)
    languages.initialize(to: reader)
    languageTable = Table(64)
    keyTable = Table(256)
    block = .allocate(byteCount: 4096, alignment: 16)
    arena = Arena(block, 4096)
  }

  deinit {
    languages.deallocate()
    languageTable.free()
    keyTable.free()
    arena.free()
    block.deallocate()
  }

  // MARK: Languages

  /// The number of a language that rows choose by `lng`, 0 being that of no choice; nil for one that is
  /// for each call to choose.
  @inline(__always)
  package func language(_ lng: Bytes) -> Int? {
    guard let start = lng.baseAddress, lng.count > 0 else { return nil }
    let mark = lng.count <= 8 ? Word.short(start, lng.count) : KeyHash(start, lng.count).value
    let isExact = lng.count <= 8
    let value = languageTable.value(mark, lng, isExact: isExact) ?? add(language: lng, mark)
    return value < 0 ? nil : value
  }

  @inline(never)
  private func add(language lng: Bytes, _ mark: UInt64) -> Int {
    guard languageCount < Self.mostLanguages else { return -1 }
    var value = -1
    if let chain = chain(lng) {
      value = languageCount
      (languages + value).initialize(to: chain)
      languageCount &+= 1
    }
    languageTable.add(Entry(mark: mark, text: copy(lng), value: value))
    return value
  }

  private func chain(_ lng: Bytes) -> ChainReader? {
    let core = reader.core
    let text = Text(lng)
    guard core.pointee.isModern, !text.lowercasedASCII().equals("cimode") else { return nil }
    if core.pointee.hasList { return reader }
    return core.pointee.chain._withUnsafeGuaranteedRef { own in
      let (chain, _) = own.others.chain(lng, .none, isList: false) {
        own.derived(lng: text, own: nil)
      }
      kept.append(chain)
      return chain.reader
    }
  }

  // MARK: Keys

  /// The records of a key; nil when there are too many keys.
  @inline(__always)
  package func records(_ key: Bytes) -> UnsafeMutablePointer<UInt>? {
    let start = key.baseAddress ?? Argument.nowhere
    let mark = KeyHash(start, key.count).value
    let value = keyTable.value(mark, key, isExact: false) ?? add(key: key, mark)
    return UnsafeMutablePointer(bitPattern: value)
  }

  @inline(never)
  private func add(key: Bytes, _ mark: UInt64) -> Int {
    guard keyTable.count < Self.mostKeys else { return 0 }
    let count = Self.mostLanguages &* Self.forms
    let records = arena.take(UInt.self, count)
    records.initialize(repeating: 0, count: count)
    let value = Int(bitPattern: records)
    keyTable.add(Entry(mark: mark, text: copy(key), value: value))
    return value
  }

  private func copy(_ text: Bytes) -> Bytes {
    let place = arena.take(UInt8.self, text.count &+ 8)
    if let from = text.baseAddress { place.update(from: from, count: text.count) }
    return Bytes(start: place, count: text.count)
  }

  // MARK: Calls

  /// Answers for a key whose frame has no options but `count`, `context` and the `lng` of `language`.
  @inline(__always)
  package func answer(
    _ key: Bytes, _ records: UnsafeMutablePointer<UInt>, language: Int,
    _ frame: UnsafeMutablePointer<Frame>, into output: inout Output
  ) -> Answer {
    let call = Call(languages[language].core, frame)
    let start = key.baseAddress ?? Argument.nowhere
    guard let form = form(call) else {
      return Self.ordinary(call, start, key.count, &output)
    }
    let place = records + (language &* Self.forms &+ form)
    if place.pointee == 0 { place.pointee = call.known(start, key.count) }
    guard place.pointee > 1, let record = UnsafeRawPointer(bitPattern: place.pointee) else {
      return Self.ordinary(call, start, key.count, &output)
    }
    return call.show(found: CatalogRecord(start: record), start, key.count, &output)
  }

  @inline(never)
  private static func ordinary(
    _ call: Call, _ key: UnsafePointer<UInt8>, _ count: Int, _ output: inout Output
  ) -> Answer {
    call.answerHere(key, count, &output)
  }

  /// Which of the records of a key a count asks for.
  @inline(__always)
  private func form(_ call: Call) -> Int? {
    guard call.frame.pointee.context == nil else { return nil }
    guard let count = call.frame.pointee.count else { return Self.bare }
    guard count.pointee.kind == .int, call.core.pointee.layerCount > 0,
      let rule = call.core.pointee.layers.pointee.cardinal
    else { return nil }
    let number = count.pointee.integer
    return number == 0 ? Self.zero : Int(rule.category(ofInteger: number.magnitude).rawValue)
  }

  /// Texts with numbers, by open addressing.
  private struct Table {
    private var slots: UnsafeMutablePointer<Entry?>
    private var capacity: Int
    private(set) var count = 0

    init(_ capacity: Int) {
      self.capacity = capacity
      slots = .allocate(capacity: capacity)
      slots.initialize(repeating: nil, count: capacity)
    }

    func free() { slots.deallocate() }

    @inline(__always)
    private func start(_ mark: UInt64) -> Int {
      Int(truncatingIfNeeded: (mark &* 0x9E37_79B9_7F4A_7C15) >> 40) & (capacity &- 1)
    }

    /// - Parameter isExact: the mark and the length are all of the text.
    @inline(__always)
    func value(_ mark: UInt64, _ text: Bytes, isExact: Bool) -> Int? {
      var place = start(mark)
      while let entry = slots[place] {
        if entry.mark == mark, entry.text.count == text.count, isExact || entry.text.isSame(text) {
          return entry.value
        }
        place = (place &+ 1) & (capacity &- 1)
      }
      return nil
    }

    mutating func add(_ entry: Entry) {
      if 2 &* count >= capacity { grow() }
      count &+= 1
      put(entry)
    }

    private func put(_ entry: Entry) {
      var place = start(entry.mark)
      while slots[place] != nil { place = (place &+ 1) & (capacity &- 1) }
      slots[place] = entry
    }

    private mutating func grow() {
      let (old, size) = (slots, capacity)
      capacity = 2 &* size
      slots = .allocate(capacity: capacity)
      slots.initialize(repeating: nil, count: capacity)
      for place in 0..<size {
        if let entry = old[place] { put(entry) }
      }
      old.deallocate()
    }
  }
}

extension Call {
  /// The address of the record that answers for a key and its count; 1 where more than that decides.
  @inline(never)
  fileprivate func known(_ key: UnsafePointer<UInt8>, _ count: Int) -> UInt {
    guard core.pointee.isDirect, core.pointee.isModern, !core.pointee.hasChanges, count > 0,
      core.pointee.layerCount > 0, !core.mayBeSplit(key, count),
      let record = find(key, count, KeyHash(key, count).mark),
      core.pointee.layers.pointee.holds(record.key) != nil
    else { return 1 }
    let isText =
      record.kind == NodeKind.program.rawValue
      || record.kind == NodeKind.plain.rawValue && record.textLength > 0
    return isText ? UInt(bitPattern: record.start) : 1
  }
}

extension UnsafePointer where Pointee == Frame {
  /// The option `keyPrefix`, if it is a text.
  package var keyPrefix: Text? { value(.keyPrefix, "keyPrefix")?.text }
}

extension OptionName {
  /// Whether `KnownForms` may answer calls that have this option.
  package var isKnownForm: Bool { self == .count || self == .context || self == .lng }
}

extension ChainReader {
  /// Whether calls have details as their result unless they say otherwise.
  package var returnsDetails: Bool { core.pointee.returnsDetails }
}
