import CalqueBase
import CalqueMessages

/// Fuzzes the decoder. The input is a table and a text, in lines: `key=message`, `key>target` for a
/// synonym, and anything else adds to the text. The first byte chooses mode and limits.
///
/// Beside not trapping, what must hold: the output keeps to its limit, decoding twice gives the same,
/// and every message that was stored is found.
enum FuzzMessages {
  static func run(_ given: FuzzInput) {
    let input = Text(given.bytes)
    guard let first = input.bytes.first, given.isUTF8 else { return }
    var options = MessageOptions()
    options.mode = first & 1 == 0 ? .ios : .js
    options.maximumDepth = Int(first >> 1 & 7) + 1
    options.maximumOutput = 1 << Int(first >> 4 & 7)
    options.maximumSteps = 50
    let messages = Messages(options: options)
    var changes: [MessageChange] = []
    var text = Text()
    for line in input.part(1).split("\n") {
      if let equals = line.firstIndex(of: "=") {
        changes.append(MessageChange(.message, line.part(0, equals), line.part(equals + 1)))
      } else if let arrow = line.firstIndex(of: ">") {
        changes.append(MessageChange(.synonym, line.part(0, arrow), line.part(arrow + 1)))
      } else {
        text.append(line)
      }
    }
    do {
      try messages.store(changes)
    } catch {
      return
    }
    let decoded = messages.decoded(text)
    precondition(decoded.count <= max(options.maximumOutput, text.count), "the output limit holds")
    precondition(decoded == messages.decoded(text), "decoding is repeatable")
    for change in changes {
      precondition(messages.message(for: change.key) != nil || change.kind == .synonym)
    }
    _ = messages.tokenized(text)
    _ = messages.format(text, [.int(1), .text("%1%{a}")])
    _ = messages.check(text)
    _ = MessageComparison.report(source: messages, translation: Messages())
  }
}
