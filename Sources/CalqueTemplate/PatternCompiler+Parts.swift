package import CalqueBase

/// Splits a message pattern into its parts, for programs that check, convert or highlight patterns, with
/// the scanners of the renderers, so that both agree on the parts.
extension PatternCompiler {
  /// The parts of a pattern in the order of their kinds, as an array of objects with the members
  /// that include/calque/pattern.h lists.
  package func parts(of text: Text) -> [Value] {
    var parts: [Value] = []
    var covered: [Range<Int>] = []
    addPlaceholders(of: text, to: &parts, &covered)
    addStray(syntax.prefix, "unclosed", of: text, outside: covered, to: &parts)
    if syntax.prefix != syntax.suffix {
      addStray(syntax.suffix, "unopened", of: text, outside: covered, to: &parts)
    }
    covered = []
    addReferences(of: text, to: &parts, &covered)
    addStray(syntax.nestingPrefix, "unclosed", of: text, outside: covered, to: &parts)
    parts += Sprintf.parts(of: text, dialect: dialect)
    parts += IntervalPlural.parts(of: text)
    return parts
  }

  // MARK: Placeholders

  private func addPlaceholders(
    of text: Text, to parts: inout [Value], _ covered: inout [Range<Int>]
  ) {
    var from = 0
    while let match = variables.next(in: text, from: from) {
      let (name, isRaw, formats) = placeholder(text.part(match.inner), match.isHTML)
      let part: Members = ["name": .text(name), "raw": .bool(isRaw), "formats": .array(formats)]
      parts.append(Self.part("placeholder", match.start..<match.end, part))
      covered.append(match.start..<match.end)
      from = match.end
    }
  }

  /// The name of a placeholder, whether its value is not escaped, and its formatters.
  private func placeholder(_ inner: Text, _ isHTML: Bool) -> (Text, Bool, [Value]) {
    if dialect != .modern { return (inner, isHTML, []) }
    let (prefix, suffix) = (syntax.unescapePrefix, syntax.unescapeSuffix)
    let isRaw = suffix.isEmpty ? inner.hasPrefix(prefix) : inner.hasSuffix(suffix)
    let start = isRaw && suffix.isEmpty ? prefix.count : 0
    let body = inner.part(start, inner.count - (isRaw ? suffix.count : 0))
    let separator = body.firstIndex(of: syntax.formatSeparator)
    let chain = separator.map { body.part($0 + syntax.formatSeparator.count) }
    return (body.part(0, separator).trimmed(), isRaw, chain.map { formats($0) } ?? [])
  }

  private func formats(_ text: Text) -> [Value] {
    FormatSpec.chain(text.trimmed(), separator: syntax.formatSeparator).map { spec in
      .object(["name": .text(spec.name), "options": .object(spec.options)])
    }
  }

  // MARK: References

  private func addReferences(
    of text: Text, to parts: inout [Value], _ covered: inout [Range<Int>]
  ) {
    var from = 0
    var deadEnds = DeadEnds()
    while let match = references.next(in: text, from: from, &deadEnds) {
      let (key, options, formats) = split(text.part(match.inner))
      let part: Members = [
        "key": .text(key), "options": options.map { .text($0) } ?? .null,
        "formats": .array(of: formats),
      ]
      parts.append(Self.part("reference", match.start..<match.end, part))
      covered.append(match.start..<match.end)
      from = match.end
    }
  }

  /// The key of a reference, its options and its formatters. The older dialects have no formatters.
  private func split(_ inner: Text) -> (key: Text, options: Text?, formats: [Text]) {
    let isModern = dialect == .modern
    let (part, formats) =
      isModern ? PatternDetail.splitFormats(inner, syntax.formatSeparator) : (inner, [])
    let body = part.trimmed()
    let separator = isModern ? syntax.nestingOptionsSeparator : ","
    guard let (end, start) = PatternDetail.optionsStart(in: body, separator) else {
      return (body, nil, formats)
    }
    return (body.part(0, end).trimmed(), body.part(start), formats)
  }

  // MARK: Unpaired delimiters

  private func addStray(
    _ delimiter: Text, _ kind: StaticString, of text: Text, outside covered: [Range<Int>],
    to parts: inout [Value]
  ) {
    var from = 0
    var next = 0
    while let found = text.firstIndex(of: delimiter, from: from) {
      while next < covered.count, covered[next].upperBound <= found { next += 1 }
      if next < covered.count, covered[next].lowerBound <= found {
        from = covered[next].upperBound
        continue
      }
      let range = found..<(found + delimiter.count)
      parts.append(Self.part(kind, range, ["delimiter": .text(delimiter)]))
      from = range.upperBound
    }
  }

  static func part(_ kind: StaticString, _ range: Range<Int>, _ members: Members) -> Value {
    let part: Members = [
      "kind": .text(Text(stringLiteral: kind)), "start": .int(Int64(range.lowerBound)),
      "end": .int(Int64(range.upperBound)),
    ]
    return .object(part.merging(members))
  }
}
