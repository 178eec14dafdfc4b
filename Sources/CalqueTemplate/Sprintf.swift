package import CalqueBase

/// Formatting in the manner of C's sprintf, as the libraries do it that plugins of i18next use: `ios` as
/// NSString's `stringWithFormat:`, which i18next-ios' `tf:` calls; the other dialects as sprintf-js 1.0,
/// the formatter of i18next-sprintf-postprocessor.
///
/// It never fails: a placeholder that is malformed, has no argument, or whose argument does not
/// suit the verb is left in the text as written.
package enum Sprintf {
  /// Formats a template.
  ///
  /// - Parameters:
  ///   - template: The text with placeholders.
  ///   - arguments: An array of positional arguments; any other value but null is the only one, so
  ///     that an object offers its members to `%(name)s`.
  ///   - dialect: The rules that apply.
  ///   - limit: The largest width and precision; larger ones are taken as this.
  ///   - most: The size of the result in bytes beyond which the rest is left as written.
  ///   - json: Spells a value as compact JSON, for `%j` and for containers in `%@`.
  /// - Complexity: O(template + result); one placeholder adds at most its argument and `limit`.
  package static func format(
    _ template: Text, _ arguments: Value, dialect: PatternDialect, limit: Int = 1000,
    most: Int = .max, json: (Value) -> Text
  ) -> Text {
    let bytes = template.bytes
    var scanner = SprintfScanner(bytes, dialect, limit: max(limit, 0))
    var arguments = SprintfArguments(arguments)
    var result = Text()
    var end = 0
    while let (percent, placeholder) = scanner.next() {
      result.append(bytes[end..<percent])
      end = percent
      guard result.count <= most else { break }
      end = scanner.offset
      guard let placeholder else {
        result.append(0x25)
        continue
      }
      let rendered =
        dialect == .ios
        ? SprintfFoundation.render(placeholder, &arguments, limit, json)
        : SprintfScript.render(placeholder, &arguments, json)
      if let rendered { result.append(rendered) } else { result.append(bytes[percent..<end]) }
    }
    result.append(bytes[end...])
    return result
  }

  /// The placeholders of a template, as parts for `PatternCompiler.parts`.
  static func parts(of template: Text, dialect: PatternDialect) -> [Value] {
    var scanner = SprintfScanner(template.bytes, dialect, limit: Int.max)
    var parts: [Value] = []
    while let (percent, placeholder) = scanner.next() {
      guard let placeholder else { continue }
      let argument: Value =
        switch placeholder.source {
        case .next: .null
        case .position(let position): .int(Int64(position))
        case .path(let path): .text(Text.joined(path, by: "."))
        }
      let part: Members = ["verb": .text(Text([placeholder.verb])), "argument": argument]
      parts.append(PatternCompiler.part("sprintf", percent..<scanner.offset, part))
    }
    return parts
  }
}

/// A parsed placeholder of a sprintf template, without its argument.
struct SprintfPlaceholder {
  /// The source of the argument.
  enum Source {
    /// The argument after the previously taken one.
    case next
    /// `%2$s`: counted from 1.
    case position(Int)
    /// `%(user.names[0])s`: member names and array positions.
    case path([Text])
  }

  var source = Source.next
  var showsPlus = false
  var showsSpace = false
  var isAlternate = false
  var isLeftAligned = false
  /// One character.
  var padding: Text = " "
  /// `*`: the width is an argument of its own.
  var takesWidth = false
  var width: Int?
  /// `.*`: the precision is an argument of its own.
  var takesPrecision = false
  var precision: Int?
  /// The number of bits of the C integer type that the length modifiers specify.
  var integerBits = 32
  var verb: UInt8 = 0

  /// A text, cut to the precision and padded.
  func text(_ text: Text, with filler: Text) -> Text {
    pad(precision.map { ScriptText.prefix(text, units: $0) } ?? text, with: filler)
  }

  /// Fills up to the width. Zeros stand behind the prefix, such as a sign.
  func pad(_ body: Text, prefix: Text = "", with filler: Text) -> Text {
    var padding = Text()
    let missing = (width ?? 0) - ScriptText.length(body) - prefix.count
    for _ in 0..<max(missing, 0) { padding.append(filler) }
    if isLeftAligned { return "\(prefix)\(body)\(padding)" }
    return filler.equals("0") ? prefix + padding + body : padding + prefix + body
  }
}

/// The arguments of one sprintf call, and the number of those already taken in order.
struct SprintfArguments {
  private let values: [Value]
  private var taken = 0

  init(_ arguments: Value) {
    values = arguments.array ?? (arguments.isNull ? [] : [arguments])
  }

  mutating func take(_ source: SprintfPlaceholder.Source = .next) -> Value? {
    switch source {
    case .next:
      guard taken < values.count else { return nil }
      taken += 1
      return values[taken - 1]
    case .position(let position):
      return position >= 1 && position <= values.count ? values[position - 1] : nil
    case .path(let path):
      // Names are looked up in the first argument, as in sprintf-js.
      var value = taken < values.count ? values[taken] : nil
      for name in path { value = value?.child(name) }
      return value
    }
  }
}
