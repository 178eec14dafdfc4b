package import CalqueBase
import CalqueJSON

/// Looking up, decoding and tokenizing text.
extension Messages {
  /// Appends the message of a key, or else the text of a hook; false when there is neither.
  ///
  /// - Complexity: O(1) for each table. Takes no lock, and does not allocate when the key is found,
  ///   is ASCII and has at most 128 bytes.
  package func append(messageFor key: Bytes, to output: inout Output) -> Bool {
    let hops = options.mode.hops
    // Captured in place of `self`, whose reference count all threads share.
    let published = published
    let outcome = MessageKey.lowered(key) { lowered in
      published._withUnsafeGuaranteedRef { published in
        published.read { state in Self.append(state, lowered, hops, to: &output) }
      }
    }
    guard outcome == .asksHooks else { return outcome == .found }
    guard let text = state.resolve(Text(key), []) else { return false }
    output.append(text)
    return true
  }

  private enum Search {
    case found, missing, asksHooks
  }

  @inline(__always)
  private static func append(
    _ state: MessageState, _ key: MessageKey, _ hops: Int, to output: inout Output
  ) -> Search {
    guard let found = state.find(key, hops: hops) else {
      return state.hasResolver ? .asksHooks : .missing
    }
    if let start = found.bytes.baseAddress { output.append(padded: start, found.bytes.count) }
    return .found
  }

  /// The message of a key as an owned text.
  package func message(for key: Text) -> Text? {
    let hops = options.mode.hops
    let state = state
    let found = MessageKey.lowered(key) { lowered in
      state.find(lowered, hops: hops).map { Text($0.bytes) }
    }
    return found ?? state.resolve(key, [])
  }

  /// Appends a text with its references replaced.
  package func decode(_ text: Bytes, to output: inout Output) -> MessageOutcome {
    published._withUnsafeGuaranteedRef { published in
      published.read { state in
        var decoder = MessageDecoder(state, options, into: TokenSink(output))
        decoder.decode(text)
        output = decoder.sink.output ?? output
        return decoder.outcome
      }
    }
  }

  package func decoded(_ text: Text) -> Text { decodedWithOutcome(text).0 }

  package func decodedWithOutcome(_ text: Text) -> (Text, MessageOutcome) {
    let (sink, outcome) = decode(text)
    return (sink.text, outcome)
  }

  /// Replaces the references of a text and splits the result into text, numbers and newlines.
  ///
  /// - Parameter arguments: The arguments that hooks receive.
  package func tokenized(
    _ text: Text, arguments: [Value] = []
  ) -> (tokens: [MessageToken], outcome: MessageOutcome) {
    let isIOS = options.mode == .ios
    let (sink, outcome) = decode(text, arguments: arguments, splits: !isIOS)
    return (isIOS ? IOSTokenizer.tokens(of: sink.text) : sink.finished(), outcome)
  }

  func decode(
    _ text: Text, arguments: [Value] = [], splits: Bool = false, keepsNotes: Bool = false
  ) -> (sink: TokenSink, outcome: MessageOutcome) {
    published._withUnsafeGuaranteedRef { published in
      published.read { state in
        var decoder = MessageDecoder(
          state, options, arguments: arguments, splits: splits,
          into: TokenSink(keepsNotes: keepsNotes))
        text.bytes.withUnsafeBufferPointer { decoder.decode($0) }
        return (decoder.sink, decoder.outcome)
      }
    }
  }
}

/// Replacing `%1` to `%n` with arguments.
extension Messages {
  /// Replaces the references, then replaces `%1`, `%2` and so on with the arguments.
  ///
  /// Always yields a text. A number without an argument is left as written, and so are the numbers
  /// that remain once the text has reached its limit. Inserted values are not searched for
  /// placeholders.
  ///
  /// - Returns: The text, the outcome of decoding, and an error unless the text has each number
  ///   from 1 to the count of arguments exactly once. A text from a hook may omit numbers, because
  ///   a plural form need not show its count.
  package func format(
    _ text: Text, _ arguments: [Value]
  ) -> (text: Text, outcome: MessageOutcome, problem: Diagnostic?) {
    var (tokens, outcome) = tokenized(text, arguments: arguments)
    var result = Text()
    var uses = [Int](repeating: 0, count: arguments.count)
    var problem: Diagnostic?
    for token in tokens {
      switch token {
      case .text(let text): result.append(text)
      case .newline: result.append(0x0A)
      case .number(let number):
        let isInRange = number >= 1 && number <= Int64(arguments.count)
        guard isInRange, result.count <= options.maximumOutput else {
          result.append(0x25)
          result.append(decimal: number)
          if isInRange {
            outcome.insert(.limited)
          } else {
            problem = problem ?? Self.outOfRange(number, arguments.count)
          }
          continue
        }
        let position = Int(number) - 1
        uses[position] += 1
        if uses[position] > 1 { problem = problem ?? Self.duplicate(number) }
        result.append(Self.text(of: arguments[position]))
      }
    }
    if !outcome.contains(.hooked) { problem = problem ?? Self.unreferenced(uses) }
    return (result, outcome, problem)
  }

  /// An argument as text: numbers and booleans as in JSON, null as an empty text.
  private static func text(of value: Value) -> Text {
    switch value {
    case .text(let text), .decimal(let text): text
    case .null: Text()
    default: JSON.text(of: value)
    }
  }

  private static func outOfRange(_ number: Int64, _ count: Int) -> Diagnostic {
    Diagnostic(
      .invalidPlaceholder,
      "the text refers to %\(number), but the number of arguments is \(count)")
  }

  private static func duplicate(_ number: Int64) -> Diagnostic {
    Diagnostic(.invalidPlaceholder, "the text refers more than once to %\(number)")
  }

  private static func unreferenced(_ uses: [Int]) -> Diagnostic? {
    var numbers: [Text] = []
    for (position, count) in uses.enumerated() where count == 0 {
      numbers.append("%\(position + 1)")
    }
    if numbers.isEmpty { return nil }
    return Diagnostic(
      .invalidPlaceholder, "the text does not refer to \(Text.joined(numbers, by: ", "))")
  }
}
