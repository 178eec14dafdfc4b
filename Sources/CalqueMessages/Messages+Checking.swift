package import CalqueBase

/// Finding what is wrong with a text, or with a translation.
extension Messages {
  /// The references of a text that cannot be resolved, through all the messages that it leads to:
  /// an object with the arrays `missing`, `cycles` and `limited` (keys as written, each once), and
  /// `placeholders` (the numbers in the decoded text, in order).
  package func check(_ text: Text) -> (report: Value, outcome: MessageOutcome) {
    let (sink, outcome) = decode(text, keepsNotes: true)
    var missing = MessageKeyList()
    var cycles = MessageKeyList()
    var limited = MessageKeyList()
    for note in sink.notes {
      switch note.reason {
      case .missing: missing.add(note.key)
      case .cycle: cycles.add(note.key)
      default: limited.add(note.key)
      }
    }
    let report = Members([
      ("missing", missing.value), ("cycles", cycles.value), ("limited", limited.value),
      ("placeholders", .array(placeholders(of: text).map { .int($0) })),
    ])
    return (.object(report), outcome)
  }

  /// The numbers of a text and of the messages that it leads to, sorted, each once.
  private func placeholders(of text: Text) -> [Int64] {
    var numbers: [Int64] = []
    for case .number(let number) in tokenized(text).tokens { numbers.append(number) }
    numbers.sort()
    var distinct: [Int64] = []
    for number in numbers where number != distinct.last { distinct.append(number) }
    return distinct
  }
}
