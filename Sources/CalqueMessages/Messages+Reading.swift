package import CalqueBase

/// Looking up, decoding and tokenizing text.
extension Messages {
  /// Appends the message of a key, or else the text of a hook; false when there is neither.
  ///
  /// - Complexity: O(1) for each table. Takes no lock, and does not allocate when the key is found,
  ///   is ASCII and has at most 128 bytes.
  package func append(
    messageFor key: UnsafeBufferPointer<UInt8>, to output: inout Output
  ) -> Bool {
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
  package func decode(
    _ text: UnsafeBufferPointer<UInt8>, to output: inout Output
  ) -> MessageOutcome {
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
