package import CalqueBase

/// Replaces `{{placeholders}}` in a text as i18next 26 does, in two passes over the whole text:
/// first the unescaped ones, then all others.
package struct Interpolator {
  package let syntax: InterpolationSyntax
  private let unescaped: PlaceholderScanner
  private let plain: PlaceholderScanner

  package init(_ syntax: InterpolationSyntax) {
    self.syntax = syntax
    unescaped = PlaceholderScanner(
      prefix: syntax.prefix + syntax.unescapePrefix, suffix: syntax.unescapeSuffix + syntax.suffix)
    plain = PlaceholderScanner(prefix: syntax.prefix, suffix: syntax.suffix)
  }

  /// - Parameters:
  ///   - arena: outlives the result.
  ///   - resolve: returns the value for the trimmed content of a placeholder, given the placeholder
  ///     and the current text; nil to leave it unchanged.
  ///   - escape: puts out a value of the second pass, escaped, when `escapeValue` is on.
  package func interpolate(
    _ text: Bytes, in arena: UnsafeMutablePointer<Arena>,
    resolve: (_ inside: Bytes, _ match: Bytes, _ whole: SplicedText) -> Bytes?,
    escape: (Bytes, inout Output) -> Void
  ) -> Bytes {
    guard text.contains(syntax.prefix) else { return text }
    let mark = syntax.prefix.count + syntax.unescapePrefix.count
    let once = pass(text, arena, unescaped, mark, resolve) { $0 }
    return pass(once, arena, plain, syntax.prefix.count, resolve) { value in
      guard syntax.escapeValue else { return value }
      var output = Output(in: arena, expecting: value.count &+ 32)
      escape(value, &output)
      return output.bytes
    }
  }

  /// - Parameter mark: the bytes of the prefix that the scanner searches for.
  private func pass(
    _ source: Bytes, _ arena: UnsafeMutablePointer<Arena>, _ scanner: PlaceholderScanner,
    _ mark: Int, _ resolve: (Bytes, Bytes, SplicedText) -> Bytes?, _ finish: (Bytes) -> Bytes
  ) -> Bytes {
    guard syntax.maxReplaces > 0, var match = scanner.next(in: source, from: 0) else {
      return source
    }
    var text = SplicedText(source, in: arena)
    var replaces = 0
    while true {
      let back = text.back
      var from = match.end
      let inside = back.part(match.inner)
      if let value = resolve(inside.part(inside.trimmed), back.part(match.start, match.end), text) {
        let start = text.place + match.start
        text.move(to: start)
        text.replace(match.end - match.start, with: finish(value))
        // Without skipOnVariables the value is scanned again, together with a prefix that it
        // completes. No placeholder begins before that.
        if !syntax.skipOnVariables { text.move(to: start - mark + 1) }
        (from, replaces) = (0, replaces + 1)
      }
      guard replaces < syntax.maxReplaces, let next = scanner.next(in: text.back, from: from) else {
        return replaces == 0 ? source : text.whole()
      }
      match = next
    }
  }
}

/// The escaping that i18next applies to variables by default.
package enum HTMLEscape {
  package static func escape(_ text: Text) -> Text {
    Output.text { output in
      text.bytes.withUnsafeBufferPointer { append($0, to: &output) }
    }
  }

  /// Appends a text, escaped.
  package static func append(_ text: Bytes, to output: inout Output) {
    guard let start = text.baseAddress, !output.append(start, text.count, if: keeps) else { return }
    for byte in text {
      if let entity = entity(of: byte) { output.append(entity) } else { output.append(byte) }
    }
  }

  /// Whether escaping leaves bytes unchanged: none has an entity.
  @inline(__always)
  package static func keeps(_ block: SIMD16<UInt8>) -> Bool {
    // Tests two of the six at a time, which differ in one bit: " and &, ' and /, < and >.
    Bytes16.isNone(
      ((block & SIMD16(repeating: 0xFB)) .== SIMD16(repeating: 0x22))
        .| ((block & SIMD16(repeating: 0xF7)) .== SIMD16(repeating: 0x27))
        .| ((block & SIMD16(repeating: 0xFD)) .== SIMD16(repeating: 0x3C)))
  }

  /// The entity for a byte; nil when it needs none.
  @inline(__always)
  package static func entity(of byte: UInt8) -> StaticString? {
    switch byte {
    case 0x26: "&amp;"
    case 0x3C: "&lt;"
    case 0x3E: "&gt;"
    case 0x22: "&quot;"
    case 0x27: "&#39;"
    case 0x2F: "&#x2F;"
    default: nil
    }
  }
}

/// The syntax of placeholders and nested references: the `interpolation` options of i18next.
package struct InterpolationSyntax: Sendable, Equatable {
  package var prefix: Text = "{{"
  package var suffix: Text = "}}"
  package var formatSeparator: Text = ","
  package var unescapePrefix: Text = "-"
  package var unescapeSuffix: Text = ""
  package var nestingPrefix: Text = "$t("
  package var nestingSuffix: Text = ")"
  package var nestingOptionsSeparator: Text = ","
  package var maxReplaces = 1000
  package var escapeValue = true
  package var useRawValueToEscape = false
  package var skipOnVariables = true
  package var alwaysFormat = false

  package init() {}
}

extension InterpolationSyntax {
  /// Calls `body` with each text, in the order in which compiled files have them.
  package mutating func eachText(_ body: (inout Text) -> Void) {
    body(&prefix)
    body(&suffix)
    body(&formatSeparator)
    body(&unescapePrefix)
    body(&unescapeSuffix)
    body(&nestingPrefix)
    body(&nestingSuffix)
    body(&nestingOptionsSeparator)
  }

  /// The same for what is on or off.
  package mutating func eachFlag(_ body: (inout Bool) -> Void) {
    body(&escapeValue)
    body(&useRawValueToEscape)
    body(&skipOnVariables)
    body(&alwaysFormat)
  }

  /// Recognises a text with something to replace: it contains the first byte of a placeholder or that
  /// of a reference, as few texts do.
  package var probe: ByteProbe { ByteProbe([prefix, nestingPrefix].compactMap { $0.bytes.first }) }

  /// Restores the defaults of delimiters that must not be empty. A suffix for unescaped values
  /// disables their prefix.
  package mutating func keepNonEmpty(from before: InterpolationSyntax) {
    if prefix.isEmpty { prefix = before.prefix }
    if suffix.isEmpty { suffix = before.suffix }
    if formatSeparator.isEmpty { formatSeparator = before.formatSeparator }
    if nestingPrefix.isEmpty { nestingPrefix = before.nestingPrefix }
    if nestingSuffix.isEmpty { nestingSuffix = before.nestingSuffix }
    if nestingOptionsSeparator.isEmpty { nestingOptionsSeparator = before.nestingOptionsSeparator }
    if !unescapeSuffix.isEmpty {
      unescapePrefix = ""
    } else if unescapePrefix.isEmpty {
      unescapePrefix = "-"
    }
  }
}

/// The generation of i18next whose rules placeholders and references follow.
package enum PatternDialect: UInt8, Sendable {
  /// i18next 2 and later: `{{name}}`, `{{- name}}`.
  case modern
  /// i18next 1.x: `__name__`, `__nameHTML__`.
  case v1
  /// i18next-ios: `__name__`, of word characters only.
  case ios
}
