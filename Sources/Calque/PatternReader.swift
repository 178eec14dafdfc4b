import CalqueBase
import CalqueTemplate
import CalqueTranslator

/// Finds the parts of message patterns, for programs that check, convert or highlight catalogs.
public struct PatternReader: Sendable {
  private let compiler: PatternCompiler

  /// - Parameter options: init options of a translator, for its delimiters.
  /// - Throws: `CalqueError` with the path of the invalid option.
  public init(
    _ format: Translator.Format = .v4, options: JSONObject = [:]
  ) throws(CalqueError) {
    let options = try CalqueError.rethrowing(
      TranslatorOptions(format: format, FormatCode.of(format), given: options.members))
    compiler = PatternCompiler(dialect: format.dialect, syntax: options.interpolation)
  }

  /// The parts of a pattern; parts of one kind are in the order of the text. A placeholder may be
  /// inside a reference. Sprintf placeholders and intervals are listed in every text that contains
  /// them; whether the text is used with sprintf or intervals is not known here.
  public func parts(of pattern: String) -> [PatternPart] {
    compiler.parts(of: Text(pattern)).compactMap { PatternPart(JSONValue($0)) }
  }
}

/// A part of a message pattern.
public struct PatternPart: Sendable, Equatable, Codable {
  public enum Content: Sendable, Equatable, Codable {
    /// A variable; `isRaw` if the placeholder turns escaping off.
    case placeholder(name: String, isRaw: Bool, formats: [Format])
    /// A reference: its key with the namespace, and its options as written.
    case reference(key: String, options: String?, formats: [String])
    /// The argument is a position from 1, a name, or null for the next one.
    case sprintf(verb: String, argument: JSONValue)
    /// The bounds are integers or null, the second also "inf".
    case interval(from: JSONValue, to: JSONValue, text: String?)
    /// Opens a placeholder or reference without an end.
    case unclosed(delimiter: String)
    /// Closes a placeholder without a start.
    case unopened(delimiter: String)
  }

  public let content: Content
  /// Bytes of the pattern in UTF-8.
  public let range: Range<Int>

  /// A part as `include/calque/pattern.h` describes it; nil for another kind.
  init?(_ part: JSONValue) {
    guard let start = part["start"]?.int, let end = part["end"]?.int, start <= end,
      let content = Content(part)
    else { return nil }
    self.content = content
    range = Int(start)..<Int(end)
  }
}

extension PatternPart.Content {
  fileprivate init?(_ part: JSONValue) {
    func text(_ name: String) -> String { part[name]?.string ?? "" }
    let formats = part["formats"]?.array ?? []
    switch text("kind") {
    case "placeholder":
      self = .placeholder(
        name: text("name"), isRaw: part["raw"]?.bool ?? false,
        formats: formats.map { PatternPart.Format($0) })
    case "reference":
      self = .reference(
        key: text("key"), options: part["options"]?.string,
        formats: formats.compactMap { $0.string })
    case "sprintf":
      self = .sprintf(verb: text("verb"), argument: part["argument"] ?? .null)
    case "interval":
      self = .interval(
        from: part["from"] ?? .null, to: part["to"] ?? .null, text: part["text"]?.string)
    case "unclosed": self = .unclosed(delimiter: text("delimiter"))
    case "unopened": self = .unopened(delimiter: text("delimiter"))
    default: return nil
    }
  }
}

extension PatternPart.Format {
  fileprivate init(_ format: JSONValue) {
    name = format["name"]?.string ?? ""
    options = format["options"]?.object ?? [:]
  }
}
