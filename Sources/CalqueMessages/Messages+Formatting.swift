package import CalqueBase

/// Filling in `%1` to `%n`.
extension Messages {
  /// Replaces references, then puts the arguments in place of `%1`, `%2` and so on.
  ///
  /// There is always a text: a number without an argument stays as it is written, and so do numbers
  /// of a text that is too long already. Inserted values are not searched for placeholders.
  ///
  /// - Returns: The text; the outcome of decoding; and the fault, if the numbers are not exactly 1
  ///   to the count of arguments, each once. A text that a hook yielded may leave some out: a
  ///   plural form need not show its number.
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
        guard number >= 1, number <= Int64(arguments.count) else {
          result.append(0x25)
          result.append(decimal: number)
          problem = problem ?? Self.outOfRange(number, arguments.count)
          continue
        }
        guard result.count <= options.limits.maximumOutput else {
          result.append(0x25)
          result.append(decimal: number)
          outcome.insert(.limited)
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

  /// An argument as text: numbers and booleans as JSON spells them, null as nothing.
  private static func text(of value: Value) -> Text {
    switch value {
    case .text(let text), .decimal(let text): text
    case .null: Text()
    default: MessageJSON.text(of: value)
    }
  }

  private static func outOfRange(_ number: Int64, _ count: Int) -> Diagnostic {
    var message: Text = "the text refers to %"
    message.append(decimal: number)
    message.append(", but the number of arguments is ")
    message.append(decimal: count)
    return Diagnostic(.invalidPlaceholder, message)
  }

  private static func duplicate(_ number: Int64) -> Diagnostic {
    var message: Text = "the text refers more than once to %"
    message.append(decimal: number)
    return Diagnostic(.invalidPlaceholder, message)
  }

  private static func unreferenced(_ uses: [Int]) -> Diagnostic? {
    var message: Text = "the text does not refer to"
    var isComplete = true
    for (position, count) in uses.enumerated() where count == 0 {
      message.append(isComplete ? " %" : ", %")
      message.append(decimal: position + 1)
      isComplete = false
    }
    return isComplete ? nil : Diagnostic(.invalidPlaceholder, message)
  }
}
