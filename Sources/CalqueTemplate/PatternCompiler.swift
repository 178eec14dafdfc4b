package import CalqueBase

/// Turns message text into a `Pattern`. Whatever it does not understand fully becomes `dynamic`, so
/// that a program always renders what the full rules would.
package struct PatternCompiler: Sendable, Equatable {
  package let dialect: PatternDialect
  package let syntax: InterpolationSyntax

  package init(dialect: PatternDialect, syntax: InterpolationSyntax) {
    self.dialect = dialect
    self.syntax = syntax
  }

  package func compile(_ text: Text) -> Pattern {
    let hasReference = text.contains(syntax.nestingPrefix)
    let hasVariable = text.contains(syntax.prefix)
    guard hasReference || hasVariable else { return .plain }
    guard text.count < 1 << 24 else { return .dynamic }
    switch dialect {
    case .modern: return modern(text, hasReference: hasReference)
    case .v1, .ios: return hasReference ? .dynamic : underscored(text)
    }
  }

  // MARK: i18next 2 and later

  private func modern(_ text: Text, hasReference: Bool) -> Pattern {
    guard syntax.skipOnVariables, !syntax.alwaysFormat, !syntax.useRawValueToEscape,
      syntax.unescapeSuffix.isEmpty
    else { return .dynamic }
    let variables = PlaceholderScanner(prefix: syntax.prefix, suffix: syntax.suffix)
    let references = NestingScanner(syntax)
    var program = PatternProgram(text)
    var replaces = 0
    var from = 0
    while true {
      let variable = variables.next(in: text, from: from)
      let reference = hasReference ? references.next(in: text, from: from) : nil
      if let reference, reference.start < variable?.start ?? Int.max {
        guard isStatic(reference.inner), add(reference, to: &program) else { return .dynamic }
        from = reference.end
      } else if let variable {
        guard add(variable, of: text, after: from, to: &program) else { return .dynamic }
        replaces += 1
        from = variable.end
      } else {
        break
      }
    }
    guard replaces <= syntax.maxReplaces, !text.part(from).contains(syntax.prefix) else {
      return .dynamic
    }
    program.end()
    return .program(program.bytes)
  }

  /// Whether a reference is a key and nothing else.
  private func isStatic(_ inner: Text) -> Bool {
    !inner.trimmed().isEmpty && !inner.contains(syntax.prefix)
      && !inner.contains(syntax.nestingOptionsSeparator) && !inner.contains(syntax.formatSeparator)
      && !inner.contains("{")
  }

  private func add(
    _ reference: NestingScanner.Match, to program: inout PatternProgram
  ) -> Bool {
    let key = reference.inner.trimmed()
    let lead = reference.inner.firstIndex(of: key) ?? 0
    let start = reference.start + syntax.nestingPrefix.count + lead
    return program.add(
      .reference, reference.start..<reference.end, name: start..<(start + key.count))
  }

  private func add(
    _ variable: PlaceholderScanner.Match, of text: Text, after from: Int,
    to program: inout PatternProgram
  ) -> Bool {
    let isRaw = variable.inner.hasPrefix(syntax.unescapePrefix)
    let lead = isRaw ? syntax.unescapePrefix.count : 0
    let name = variable.inner.part(lead).trimmed()
    guard isSimple(name), let at = variable.inner.firstIndex(of: name, from: lead) else {
      return false
    }
    guard !text.part(from, variable.start).contains(syntax.prefix) else { return false }
    let start = variable.start + syntax.prefix.count + at
    let operation: Pattern.Operation =
      isRaw ? .unescapedVariable : syntax.escapeValue ? .escapedVariable : .variable
    return program.add(
      operation, variable.start..<variable.end, name: start..<(start + name.count))
  }

  /// What the rules find among the options of a call although it is no argument, or do not find in
  /// every text although it is one.
  private static let options: [Text] = ["ns", "lng", "lngs", "defaultValue", "applyPostProcessor"]

  /// Whether a name is looked up as one member: no path, no format, no option, nothing that could
  /// be a delimiter.
  private func isSimple(_ name: Text) -> Bool {
    !name.isEmpty && !name.contains(".")
      && !name.contains(syntax.formatSeparator) && !name.contains(syntax.prefix)
      && !name.hasPrefix(syntax.unescapePrefix) && !name.contains("{")
      && !Self.options.contains(name)
  }

  // MARK: i18next 1.x and i18next-ios

  private func underscored(_ text: Text) -> Pattern {
    let scanner = UnderscoreScanner(dialect: dialect, prefix: syntax.prefix, suffix: syntax.suffix)
    var program = PatternProgram(text)
    var from = 0
    while let match = scanner.next(in: text, from: from) {
      guard isSimple(match.name) else { return .dynamic }
      let escapes = syntax.escapeValue && !match.isHTML
      let start = match.start + syntax.prefix.count
      let isAdded = program.add(
        escapes ? .escapedVariable : .variable, match.start..<match.end,
        name: start..<(start + match.name.count))
      guard isAdded else { return .dynamic }
      from = match.end
    }
    program.end()
    return .program(program.bytes)
  }
}
