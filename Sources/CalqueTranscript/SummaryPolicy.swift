package import CalqueBase

/// The text that replaces a message when a later message of its session arrives.
package enum SummaryPolicy: Equatable, Sendable {
  /// Nothing.
  case none
  /// Its summary text, or nothing when it has none.
  case keep
  /// Its summary text, or the given line when it has none.
  case `default`(Text)

  /// Reads the options `summaryPolicy` and `defaultSummary`.
  package init(_ options: Members) throws(Diagnostic) {
    let reader = MemberReader(options)
    let line = reader.text("defaultSummary") ?? Text()
    let policy = reader.text("summaryPolicy") ?? "none"
    try reader.finish()
    switch policy {
    case "none": self = .none
    case "keep": self = .keep
    case "default": self = .default(line)
    default:
      throw Diagnostic(
        .invalidOption, "summaryPolicy is not none, keep or default", path: "summaryPolicy")
    }
  }

  /// The line that the message leaves.
  func line(for message: Message) -> Text? {
    switch self {
    case .none: nil
    case .keep: message.summaryText
    case .default(let line): message.summaryText ?? line
    }
  }

  func write(to members: inout Members) {
    switch self {
    case .none: members["summaryPolicy"] = .text("none")
    case .keep: members["summaryPolicy"] = .text("keep")
    case .default(let line):
      members["summaryPolicy"] = .text("default")
      members["defaultSummary"] = .text(line)
    }
  }
}
