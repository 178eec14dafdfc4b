package import CalqueBase

/// The result of decoding.
public struct MessageOutcome: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A reference names an unknown key.
  public static let missing = MessageOutcome(rawValue: 1)
  /// A message refers to itself, directly or through others.
  public static let cycle = MessageOutcome(rawValue: 2)
  /// A reference would have exceeded a limit.
  public static let limited = MessageOutcome(rawValue: 4)
  /// A text from a hook was inserted.
  public static let hooked = MessageOutcome(rawValue: 8)
}

/// A piece of a message.
package enum MessageToken: Equatable, Sendable {
  case text(Text)
  /// The placeholder `%1`, `%2` and so on.
  case number(Int64)
  /// A line break; only in mode `js`.
  case newline

  /// As JSON: a string or an integer.
  package var value: Value {
    switch self {
    case .text(let text): .text(text)
    case .number(let number): .int(number)
    case .newline: .text("\n")
    }
  }
}

/// Receives decoded text. Without an output it collects tokens, with adjacent texts joined into one,
/// and the references that were left as written.
struct TokenSink {
  private(set) var output: Output?
  private var tokens: [MessageToken] = []
  /// Bytes and tokens appended so far.
  private(set) var length: Int
  /// Text after the last token that is not text; the whole text when there is no such token.
  private(set) var text = Text()
  private(set) var notes: [(reason: MessageOutcome, key: Text)] = []
  private let keepsNotes: Bool

  init(_ output: Output? = nil, keepsNotes: Bool = false) {
    self.output = output
    length = output?.length ?? 0
    self.keepsNotes = keepsNotes
  }

  @inline(never)
  mutating func append(_ bytes: Bytes) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    length += bytes.count
    if output != nil { output?.append(start, bytes.count) } else { text.append(bytes) }
  }

  mutating func append(_ token: MessageToken) {
    if !text.isEmpty { tokens.append(.text(text)) }
    text = Text()
    tokens.append(token)
    length += 1
  }

  mutating func note(_ reason: MessageOutcome, _ key: Bytes) {
    if keepsNotes { notes.append((reason, Text(key))) }
  }

  /// All tokens, including the text at the end.
  func finished() -> [MessageToken] { text.isEmpty ? tokens : tokens + [.text(text)] }
}
