import CalqueBase
import CalqueJSON
import CalqueTemplate

/// Placeholders and references of i18next 1.x.
extension V1Rules {
  /// Replaces `__name__` and `__nameHTML__`; what is not among the variables stays.
  func replace(_ text: Text, _ callOptions: Members) -> Text {
    let prefix = callOptions["interpolationPrefix"]?.text ?? options.interpolation.prefix
    let suffix = callOptions["interpolationSuffix"]?.text ?? options.interpolation.suffix
    guard !prefix.isEmpty, !suffix.isEmpty, text.contains(prefix) else { return text }
    let escapes =
      callOptions["escapeInterpolation"]?.isTruthy ?? false || options.interpolation.escapeValue
    var data = callOptions
    if case .object(let replace)? = callOptions["replace"] { data = replace }
    let separator = callOptions["keyseparator"]?.text ?? options.keySeparator ?? "\u{0}"
    let scanner = UnderscoreScanner(dialect: .v1, prefix: prefix, suffix: suffix)
    work.pointee.read(text.count)
    var result = Text()
    var from = 0
    while let match = scanner.next(in: text, from: from), work.pointee.step(),
      work.pointee.mayGrow(result.count)
    {
      result.append(text.part(from, match.start))
      if let value = lookUp(match.name, data, separator) {
        let shown = value.isNull ? "null" : ValueText.of(value)
        let escaped = value.text != nil && escapes && !match.isHTML
        result.append(escaped ? HTMLEscape.escape(shown) : shown)
      } else {
        result.append(text.part(match.start, match.end))
      }
      from = match.end
    }
    result.append(text.part(from))
    return result
  }

  private func lookUp(_ path: Text, _ data: Members, _ separator: Text) -> Value? {
    var value = Value.object(data)
    var leaf = path
    while let found = leaf.firstIndex(of: separator), value.isContainer {
      guard let child = value.child(leaf.part(0, found)) else { return nil }
      value = child
      leaf = leaf.part(found + separator.count)
    }
    return value.child(leaf)
  }

  /// Resolves `$t(key, {…})`, the last one first. The text of a reference is scanned again, so
  /// that all ends with one that is nested too deep.
  func reuse(_ source: Text, _ call: Call) -> Text {
    let prefix = options.interpolation.nestingPrefix
    let suffix = options.interpolation.nestingSuffix
    guard source.contains(prefix) else { return source }
    work.pointee.read(source.count)
    var text = SplicedText(source)
    text.move(to: source.count)
    let inner = call.copy
    inner.options.remove("postProcess")
    inner.options.remove("isFallbackLookup")
    // The default value belongs to the outer look-up, not to the reference.
    if Marker.isIn(inner.options["defaultValue"]) { inner.options.remove("defaultValue") }
    while let start = text.withFront({ $0.lastIndex(of: prefix) }),
      !work.pointee.reached.contains(.nesting), work.pointee.canNest(), work.pointee.step(),
      work.pointee.mayGrow(text.count)
    {
      text.move(to: start)
      guard let close = text.withBack({ $0.firstIndex(of: suffix, from: prefix.count) }) else {
        snapshot.host.log?(("a reference is not closed: " + text.text).onOneLine)
        return ""
      }
      let body = text.withBack { Text($0.part(prefix.count, close)) }
      let key = takeOptions(from: body, into: inner)
      work.pointee.depth += 1
      let value = answerWithoutMarkers(key, inner).value ?? .null
      work.pointee.depth -= 1
      // Beyond a limit the key was not looked up, so it is not missing, and the text is not inserted.
      guard !work.pointee.isSpent else { break }
      let shown: Text = value.isNull ? "null" : ValueText.of(value)
      text.replace(close + suffix.count, with: shown)
      // The text behind it may complete a prefix that it begins.
      text.move(to: text.place + prefix.count - 1)
    }
    return text.text
  }

  /// The key of a reference; options in braces behind a comma are added to the inner call.
  private func takeOptions(from body: Text, into inner: Call) -> Text {
    guard let comma = body.firstIndex(of: ","), let open = body.firstIndex(of: "{", from: comma),
      let close = body.firstIndex(of: "}", from: open),
      case .object(let own)? = try? JSON.parse(body.part(open, close + 1))
    else { return body }
    inner.options.merge(own)
    return body.part(0, comma)
  }
}
