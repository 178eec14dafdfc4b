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
  ///   - resolve: returns the value for the trimmed content of a placeholder, given the placeholder
  ///     and the current text; nil to leave it unchanged.
  ///   - escape: applied to values of the second pass when `escapeValue` is on.
  package func interpolate(
    _ text: Text, resolve: (_ inside: Text, _ match: Text, _ whole: SplicedText) -> Text?,
    escape: (Text) -> Text
  ) -> Text {
    guard text.contains(syntax.prefix) else { return text }
    let mark = syntax.prefix.count + syntax.unescapePrefix.count
    let once = pass(text, unescaped, mark, resolve) { $0 }
    return pass(once, plain, syntax.prefix.count, resolve) { syntax.escapeValue ? escape($0) : $0 }
  }

  /// - Parameter mark: the bytes of the prefix that the scanner searches for.
  private func pass(
    _ source: Text, _ scanner: PlaceholderScanner, _ mark: Int,
    _ resolve: (Text, Text, SplicedText) -> Text?, _ finish: (Text) -> Text
  ) -> Text {
    var text = SplicedText(source)
    var from = 0
    var replaces = 0
    while replaces < syntax.maxReplaces,
      let match = text.withBack({ scanner.next(in: $0, from: from) })
    {
      let (placeholder, inside) = text.withBack {
        (
          Text($0.part(match.start, match.end)),
          Text($0.part(match.inner.lowerBound, match.inner.upperBound)).trimmed()
        )
      }
      guard let value = resolve(inside, placeholder, text) else {
        from = match.end
        continue
      }
      let start = text.place + match.start
      text.move(to: start)
      text.replace(match.end - match.start, with: finish(value))
      // Without skipOnVariables the value is scanned again, together with a prefix that it
      // completes. No placeholder begins before that.
      if !syntax.skipOnVariables { text.move(to: start - mark + 1) }
      from = 0
      replaces += 1
    }
    return replaces == 0 ? source : text.text
  }
}
