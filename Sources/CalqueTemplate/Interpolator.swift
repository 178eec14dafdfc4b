package import CalqueBase

/// Replaces `{{placeholders}}` in a text as i18next 26 does: first the unescaped ones, then all
/// others, each pass over the whole text.
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

  /// The action of a pass on the inside of a placeholder.
  package enum Replacement {
    case text(Text)
    /// The placeholder stays as it is.
    case keep
  }

  /// - Parameters:
  ///   - resolve: the value for the trimmed inside of a placeholder, given the text so far and the
  ///     placeholder.
  ///   - escape: applied to values of the second pass when `escapeValue` is on.
  package func interpolate(
    _ text: Text, resolve: (_ inside: Text, _ match: Text, _ text: Text) -> Replacement,
    escape: (Text) -> Text
  ) -> Text {
    guard text.contains(syntax.prefix) else { return text }
    let once = pass(text, unescaped, resolve) { $0 }
    return pass(once, plain, resolve) { syntax.escapeValue ? escape($0) : $0 }
  }

  private func pass(
    _ source: Text, _ scanner: PlaceholderScanner,
    _ resolve: (Text, Text, Text) -> Replacement, _ finish: (Text) -> Text
  ) -> Text {
    var text = source
    var from = 0
    var replaces = 0
    while replaces < syntax.maxReplaces, let match = scanner.next(in: text, from: from) {
      let placeholder = text.part(match.start, match.end)
      switch resolve(text.part(match.inner).trimmed(), placeholder, text) {
      case .keep: from = match.end
      case .text(let value):
        let inserted = finish(value)
        text = text.part(0, match.start) + inserted + text.part(match.end)
        // Without skipOnVariables the value is looked at again.
        from = syntax.skipOnVariables ? match.start + inserted.count : 0
        replaces += 1
      }
    }
    return text
  }

  /// The value of a variable path in `data`, then in `defaults`.
  package static func value(
    of path: Text, in data: Members, defaults: Members, keySeparator: Text?, flat: Bool
  ) -> Value? {
    let tokens = path.split(".")
    let root = Value.object(data)
    let fallback = Value.object(defaults)
    let found = TreePath.walk(root, tokens) ?? TreePath.walk(fallback, tokens)
    if flat, !(found?.isTruthy ?? false) {
      let separator = keySeparator ?? "."
      return TreePath.deepFind(root, path, separator: separator)
        ?? TreePath.deepFind(fallback, path, separator: separator)
    }
    return found
  }
}
