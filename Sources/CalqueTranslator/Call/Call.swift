import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// A call: the chain that it is made on, and its arguments.
///
/// Two words, so that it stays in registers; what is in memory is read field by field. Copying a
/// structure just after its fields were written would wait for each of them to arrive in the cache.
struct Call {
  let core: UnsafePointer<ChainCore>
  let frame: UnsafePointer<Frame>

  @inline(__always)
  init(_ core: UnsafePointer<ChainCore>, _ frame: UnsafePointer<Frame>) {
    self.core = core
    self.frame = frame
  }

  var evaluation: UnsafeMutablePointer<Evaluation> {
    @inline(__always) get { frame.pointee.evaluation }
  }

  var snapshot: Snapshot { core.pointee.snapshot.takeUnretainedValue() }

  var options: TranslatorOptions { core.pointee.options }

  /// Answers for a key. A key that is found by its hash takes the short way through the same steps as
  /// `answerInFull`.
  @inline(__always)
  func answer(
    _ key: UnsafePointer<UInt8>, _ count: Int, into output: inout Output
  ) -> Answer {
    guard frame.pointee.options & core.pointee.choosing == 0 else {
      return answerOnSelected(key, count, &output)
    }
    return answerHere(key, count, &output)
  }

  /// Answers for a key on this chain, whatever the options choose.
  @_transparent
  func answerHere(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ output: inout Output
  ) -> Answer {
    guard core.pointee.isDirect, count > 0, !core.mayBeSplit(key, count) else {
      return answerInFull(Bytes(start: key, count: count), &output)
    }
    guard let record = find(key, count, KeyHash(key, count).mark) else {
      return answerInFull(Bytes(start: key, count: count), isAbsent: true, &output)
    }
    if frame.pointee.options & core.pointee.rendering == 0 {
      // An empty text may give way to a default.
      if record.kind == NodeKind.plain.rawValue, record.textLength > 0 {
        output.append(padded: record.text, record.textLength)
        return .text
      }
      if record.kind == NodeKind.program.rawValue {
        evaluation.pointee.cost &+= record.textLength &+ 64
        return _withUnprotectedUnsafePointer(to: CallKey(start: key, count: count, core: core)) {
          run(record, $0, &output)
        }
      }
    }
    return show(record, Bytes(start: key, count: count), &output)
  }

  /// A call whose options choose where the key is looked up.
  @inline(never)
  private func answerOnSelected(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ output: inout Output
  ) -> Answer {
    let choosing = OptionName.lng.bit | OptionName.ns.bit
    guard core.pointee.isModern, frame.pointee.options & core.pointee.choosing & ~choosing == 0,
      ciMode == nil
    else { return answerInFull(Bytes(start: key, count: count), &output) }
    return Call(selectedChain(), frame).answerHere(key, count, &output)
  }

  /// A record that was found and is more than a text to render.
  @inline(never)
  private func show(_ record: CatalogRecord, _ key: Bytes, _ output: inout Output) -> Answer {
    guard core.pointee.isModern, !core.pointee.hasChanges else {
      return answerInFull(key, found: record, &output)
    }
    let match = Match(core: core, key: key, record: record)
    return _withUnprotectedUnsafePointer(to: key) {
      answer(UnsafeBufferPointer(start: $0, count: 1), match, from: nil, &output)
    }
  }

  /// Shows what was found for keys, of which there is one at least.
  private func answer(
    _ keys: UnsafeBufferPointer<Bytes>, _ match: Match, from outer: UnsafePointer<CallKey>?,
    _ output: inout Output
  ) -> Answer {
    let first = keys[0]
    let key = CallKey(
      start: first.baseAddress ?? Argument.nowhere, count: first.count, core: match.core,
      outer: outer)
    return _withUnprotectedUnsafePointer(to: key) {
      Resolved(call: self, keys: keys, key: $0, match: match).answer(&output)
    }
  }

  /// As below, for one key.
  @inline(never)
  func answerInFull(
    _ key: Bytes, from outer: UnsafePointer<CallKey>? = nil, isOnChain: Bool = false,
    isAbsent: Bool = false, found: CatalogRecord? = nil, _ output: inout Output
  ) -> Answer {
    if isAbsent, frame.pointee.options & ~OptionName.ofChain == 0, let start = key.baseAddress,
      core.showsAsItIs(start, key.count)
    {
      output.append(start, key.count)
      return .missing
    }
    // A key that is found is UTF-8, because it equals one of a catalog.
    if !key.isUTF8 {
      evaluation.pointee.marks.insert(.wrong)
      return .text
    }
    return _withUnprotectedUnsafePointer(to: key) {
      answerInFull(
        UnsafeBufferPointer(start: $0, count: 1), from: outer, isOnChain: isOnChain,
        isAbsent: isAbsent, found: found, &output)
    }
  }

  /// Answers for the first of the keys that is found: chooses the chain, looks up, and shows what was
  /// found, a default or the key.
  ///
  /// - Parameters:
  ///   - outer: the key whose text refers to these.
  ///   - isOnChain: the chain is the one that the options choose.
  ///   - isAbsent: the key, of which there is one, is not found as it stands on the chain that the
  ///     options choose, which this is.
  ///   - found: the record of the key, of which there is one, for formats that take it.
  @inline(never)
  func answerInFull(
    _ keys: UnsafeBufferPointer<Bytes>, from outer: UnsafePointer<CallKey>? = nil,
    isOnChain: Bool = false, isAbsent: Bool = false, found: CatalogRecord? = nil,
    _ output: inout Output
  ) -> Answer {
    guard !keys.isEmpty else { return .text }
    guard core.pointee.isModern else {
      return options.code?.answer(self, keys, found, &output) ?? .text
    }
    // Variables are looked up in the option `replace` from now on, if it is an object.
    if let given = frame.named(.replace), frame.pointee.data == nil,
      let data = self.frame(of: given.pointee)
    {
      UnsafeMutablePointer(mutating: frame).pointee.data = UnsafePointer(data)
    }
    let call = isOnChain || isAbsent ? self : Call(selectedChain(), frame)
    if let language = call.ciMode { return call.answerCIMode(keys, language, &output) }
    let match = call.lookUp(keys, isAbsent: isAbsent)
    call.observe(match)
    return call.answer(keys, match, from: outer, &output)
  }

  // MARK: Inner calls

  /// A frame that lasts as long as the call.
  func frame(
    roomFor count: Int, outer: UnsafePointer<Frame>? = nil
  ) -> UnsafeMutablePointer<Frame> {
    let place = arena.pointee.take(Frame.self, 1)
    place.initialize(to: Frame(roomFor: count, evaluation, outer: outer))
    return place
  }

  /// The members of an object as a frame that lasts as long as the call.
  func frame(of members: Members) -> UnsafeMutablePointer<Frame> {
    let given = evaluation.pointee.arguments(of: members)
    let frame = frame(roomFor: given.count)
    frame.add(given)
    return frame
  }

  /// As `frame` of members, of an argument; nil for one that is no object.
  func frame(of argument: Argument) -> UnsafeMutablePointer<Frame>? {
    if argument.kind == .json {
      // Each member has a colon.
      let frame = frame(roomFor: argument.bytes.count { $0 == 0x3A })
      if frame.pointee.add(membersOf: argument.bytes) { return frame }
    }
    return argument.value?.object.map { frame(of: $0) }
  }

  /// Calls `body` with a call inside this one.
  ///
  /// - Parameters:
  ///   - count: arguments that `body` may add.
  ///   - outer: what is taken over.
  @inline(__always)
  func withInner<Value>(
    roomFor count: Int, on core: UnsafePointer<ChainCore>, takingOver outer: UnsafePointer<Frame>,
    _ body: (Call, UnsafeMutablePointer<Frame>) -> Value
  ) -> Value {
    var inner = Frame(roomFor: count, evaluation, outer: outer)
    return _withUnprotectedUnsafeMutablePointer(to: &inner) { body(Call(core, $0), $0) }
  }

  /// A text that `make` puts out, or the value that it gives.
  func captured(expecting count: Int = 256, _ make: (inout Output) -> Answer) -> Captured {
    var output = Output(in: arena, expecting: count)
    if make(&output).contains(.value) { return .value(evaluation.pointee.value) }
    return .text(output.bytes)
  }

  /// Puts out a text, or gives any other value.
  func give(_ value: Value, _ output: inout Output) -> Answer {
    guard case .text(let text) = value else { return evaluation.pointee.give(value) }
    output.append(text)
    return .text
  }

  var arena: UnsafeMutablePointer<Arena> { evaluation.arena }
}

/// A result apart from the output.
enum Captured {
  /// A text in the arena.
  case text(Bytes)
  case value(Value)

  var value: Value {
    switch self {
    case .text(let bytes): .text(Text(bytes))
    case .value(let value): value
    }
  }
}

/// The key whose text is being rendered, and the one whose text refers to it.
struct CallKey {
  let start: UnsafePointer<UInt8>
  let count: Int
  /// Where the text was found.
  let core: UnsafePointer<ChainCore>
  /// The key whose text refers to this one; nil at the top.
  var outer: UnsafePointer<CallKey>?
  /// The frame is that of the call around it, without what references set; see `Call.asReference`.
  var borrowsFrame = false

  var bytes: Bytes { Bytes(start: start, count: count) }
}
