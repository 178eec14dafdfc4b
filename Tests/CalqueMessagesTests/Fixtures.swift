import CalqueBase
import CalqueMessages

/// A table of the given messages and synonyms.
func table(
  _ messages: [(Text, Text)], synonyms: [(Text, Text)] = [],
  options: MessageOptions = MessageOptions()
) throws -> Messages {
  let table = Messages(options: options)
  try table.store(
    messages.map { MessageChange(.message, $0.0, $0.1) }
      + synonyms.map { MessageChange(.synonym, $0.0, $0.1) })
  return table
}

func options(
  _ mode: MessageMode, depth: Int = 32, output: Int = 1 << 20, steps: Int = 100_000
) -> MessageOptions {
  var options = MessageOptions()
  (options.mode, options.maximumDepth) = (mode, depth)
  (options.maximumOutput, options.maximumSteps) = (output, steps)
  return options
}
