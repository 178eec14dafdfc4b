package import CalqueBase
import CalqueJSON

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
