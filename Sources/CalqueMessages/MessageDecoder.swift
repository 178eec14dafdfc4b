import CalqueBase

/// Replaces the references of a text, and of the messages inserted for them, in one pass over the
/// bytes.
///
/// Terminates for any table: references that would form a cycle or exceed a limit are left as
/// written.
struct MessageDecoder {
  /// Kept alive by the caller of `init`, and not retained: all threads share the reference count.
  let state: Unmanaged<MessageState>
  let options: MessageOptions
  let arguments: [Value]
  /// `js` only: numbers and newlines are reported to the sink separately from text.
  let splits: Bool
  var sink: TokenSink
  private(set) var outcome: MessageOutcome = []
  private var steps = 0
  /// The messages that enclose the text being read.
  private var active: [UInt] = []

  init(
    _ state: MessageState, _ options: MessageOptions, arguments: [Value] = [],
    splits: Bool = false, into sink: TokenSink
  ) {
    self.state = Unmanaged.passUnretained(state)
    self.options = options
    self.arguments = arguments
    self.splits = splits
    self.sink = sink
  }

  mutating func decode(_ text: Bytes) { read(text, 0) }

  /// - Parameter tail: The count of bytes that follow the text in the messages that enclose it.
  @inline(never)
  mutating func read(_ text: Bytes, _ tail: Int) {
    switch options.mode {
    case .ios: readIOS(text, tail)
    case .js: readJS(text, tail)
    }
  }

  /// Inserts the message of a key.
  ///
  /// - Parameter literal: The text before the reference that is not yet in the output.
  /// - Returns: false when nothing was inserted and the reference is to be left as written.
  @inline(never)  // Small, as it is called at many places.
  mutating func replace(_ key: Bytes, after literal: Bytes, _ tail: Int) -> Bool {
    let hops = options.mode.hops
    let state = state
    let found = MessageKey.lowered(key) { lowered in
      state._withUnsafeGuaranteedRef { $0.find(lowered, hops: hops) }
    }
    if let found {
      return enter(found.bytes, found.identity, key, literal, tail)
    }
    guard let text = hookText(key) else { return refuse(.missing, key) }
    // Entries have even addresses, so an odd number is not an entry.
    let identity = MessageKey.lowered(key) { UInt(truncatingIfNeeded: $0.hash) | 1 }
    let isPutIn = text.bytes.withUnsafeBufferPointer { enter($0, identity, key, literal, tail) }
    if isPutIn { outcome.insert(.hooked) }
    return isPutIn
  }

  @inline(never)
  private func hookText(_ key: Bytes) -> Text? {
    state._withUnsafeGuaranteedRef {
      $0.hasResolver ? $0.resolve(Text(key), arguments) : nil
    }
  }

  private mutating func enter(
    _ message: Bytes, _ identity: UInt,
    _ key: Bytes, _ literal: Bytes, _ tail: Int
  ) -> Bool {
    if active.contains(identity) { return refuse(.cycle, key) }
    let length = sink.length + literal.count + message.count + tail
    let written = key.count + 3
    guard active.count < options.maximumDepth, steps < options.maximumSteps,
      message.count <= written || length <= options.maximumOutput
    else { return refuse(.limited, key) }
    steps += 1
    sink.append(literal)
    let isPlain = message.firstIndex(of: 0x25, from: 0) == nil
    guard !isPlain || (splits && message.firstIndex(of: 0x0A, from: 0) != nil) else {
      sink.append(message)
      return true
    }
    active.append(identity)
    read(message, tail)
    active.removeLast()
    return true
  }

  private mutating func refuse(_ reason: MessageOutcome, _ key: Bytes) -> Bool {
    outcome.insert(reason)
    sink.note(reason, key)
    return false
  }
}
