package import CalqueBase

/// Receives decoded text. Generic code is specialised for each sink.
protocol MessageSink {
  /// Bytes appended so far.
  var length: Int { get }
  mutating func append(_ bytes: UnsafePointer<UInt8>, _ count: Int)
  mutating func append(number: Int64)
  mutating func appendNewline()
  /// Records a reference that is left as written, and the reason.
  mutating func note(_ reason: MessageOutcome, _ key: UnsafeBufferPointer<UInt8>)
}

extension MessageSink {
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let start = bytes.baseAddress, bytes.count > 0 { append(start, bytes.count) }
  }

  mutating func append(number: Int64) {}
  mutating func appendNewline() {}
  mutating func note(_ reason: MessageOutcome, _ key: UnsafeBufferPointer<UInt8>) {}
}

extension Output: MessageSink {}

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

/// Collects tokens, with adjacent texts joined into one, and the references that were left as
/// written.
struct TokenSink: MessageSink {
  private var tokens: [MessageToken] = []
  private(set) var length = 0
  /// Text after the last token that is not text; the whole text when there is no such token.
  private(set) var text = Text()
  private(set) var notes: [(reason: MessageOutcome, key: Text)] = []
  private let keepsNotes: Bool

  init(keepsNotes: Bool = false) { self.keepsNotes = keepsNotes }

  mutating func append(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    text.append(UnsafeBufferPointer(start: bytes, count: count))
    length += count
  }

  mutating func append(number: Int64) {
    flush()
    tokens.append(.number(number))
    length += 1
  }

  mutating func appendNewline() {
    flush()
    tokens.append(.newline)
    length += 1
  }

  mutating func note(_ reason: MessageOutcome, _ key: UnsafeBufferPointer<UInt8>) {
    if keepsNotes { notes.append((reason, Text(key))) }
  }

  /// All tokens, including the text at the end.
  func finished() -> [MessageToken] { text.isEmpty ? tokens : tokens + [.text(text)] }

  private mutating func flush() {
    guard !text.isEmpty else { return }
    tokens.append(.text(text))
    text = Text()
  }
}
