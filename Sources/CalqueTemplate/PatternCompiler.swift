package import CalqueBase

/// Turns message text into a `Pattern`. Whatever it does not understand fully becomes `dynamic`, so
/// that a program always renders what the full rules would.
///
/// An object, because it is large to copy.
package final class PatternCompiler: Sendable {
  package let dialect: PatternDialect
  package let syntax: InterpolationSyntax
  private let variables: PlaceholderScanner
  private let references: NestingScanner
  private let underscores: UnderscoreScanner
  /// A name of letters and digits cannot contain any of them.
  private let areDelimitersMarks: Bool

  package init(dialect: PatternDialect, syntax: InterpolationSyntax) {
    self.dialect = dialect
    self.syntax = syntax
    variables = PlaceholderScanner(prefix: syntax.prefix, suffix: syntax.suffix)
    references = NestingScanner(syntax)
    areDelimitersMarks = [syntax.prefix, syntax.formatSeparator, syntax.unescapePrefix]
      .allSatisfy { delimiter in
        delimiter.bytes.withUnsafeBufferPointer { bytes in
          !bytes.isEmpty && !bytes.part(0, 1).isAlphanumeric
        }
      }
    underscores = UnderscoreScanner(
      dialect: dialect, prefix: syntax.prefix, suffix: syntax.suffix)
  }

  /// - Parameter program: gets the program, and something else when there is none.
  package func compile(_ text: Bytes, to program: inout ByteBuffer) -> Pattern {
    program.truncate(to: 0)
    let hasReference = text.contains(syntax.nestingPrefix)
    let prefix = text.firstIndex(of: syntax.prefix)
    guard hasReference || prefix != nil else { return .plain }
    guard text.count < 1 << 24 else { return .dynamic }
    let isCompiled =
      switch dialect {
      case .modern: modern(text, prefix, hasReference: hasReference, to: &program)
      case .v1, .ios: !hasReference && underscored(text, to: &program)
      }
    return isCompiled ? .program : .dynamic
  }

  // MARK: i18next 2 and later

  /// - Parameter first: where the first placeholder may be.
  private func modern(
    _ text: Bytes, _ first: Int?, hasReference: Bool, to bytes: inout ByteBuffer
  ) -> Bool {
    guard syntax.skipOnVariables, !syntax.alwaysFormat, !syntax.useRawValueToEscape,
      syntax.unescapeSuffix.isEmpty
    else { return false }
    var program = PatternProgram(text)
    var replaces = 0
    var prefix = first
    var variable = prefix.flatMap { variables.next(in: text, from: $0) }
    var reference = hasReference ? references.next(in: text, from: 0) : nil
    while true {
      let end: Int
      if let reference, reference.start < variable?.start ?? Int.max {
        guard add(reference, of: text, to: &program, &bytes) else { return false }
        end = reference.end
      } else if let variable {
        // A literal part may not hold what the full rules could take for a placeholder.
        guard variable.start == prefix, add(variable, of: text, to: &program, &bytes) else {
          return false
        }
        replaces += 1
        end = variable.end
      } else {
        program.end(&bytes)
        return prefix == nil && replaces <= syntax.maxReplaces
      }
      // What was found further on is still the next.
      if let found = prefix, found < end {
        prefix = text.firstIndex(of: syntax.prefix, from: end)
        variable = prefix.flatMap { variables.next(in: text, from: $0) }
      }
      if let found = reference, found.start < end {
        reference = references.next(in: text, from: end)
      }
    }
  }

  /// Adds a reference that is a key and nothing else.
  private func add(
    _ reference: NestingScanner.Match, of text: Bytes, to program: inout PatternProgram,
    _ bytes: inout ByteBuffer
  ) -> Bool {
    let start = reference.inner.lowerBound
    let inner = text.part(start, reference.inner.upperBound)
    guard !inner.contains(syntax.prefix), !inner.contains(syntax.nestingOptionsSeparator),
      !inner.contains(syntax.formatSeparator), !inner.contains(Self.brace)
    else { return false }
    let key = inner.trimmed
    return program.add(
      .reference, reference.start..<reference.end,
      name: (start + key.lowerBound)..<(start + key.upperBound), to: &bytes)
  }

  private func add(
    _ variable: PlaceholderScanner.Match, of text: Bytes, to program: inout PatternProgram,
    _ bytes: inout ByteBuffer
  ) -> Bool {
    let inner = text.part(variable.inner.lowerBound, variable.inner.upperBound)
    let isRaw = inner.hasPrefix(syntax.unescapePrefix)
    let start = variable.inner.lowerBound + (isRaw ? syntax.unescapePrefix.count : 0)
    let trimmed = text.part(start, variable.inner.upperBound).trimmed
    let name = (start + trimmed.lowerBound)..<(start + trimmed.upperBound)
    guard isSimple(text.part(name.lowerBound, name.upperBound)) else { return false }
    let operation: Pattern.Operation =
      isRaw ? .unescapedVariable : syntax.escapeValue ? .escapedVariable : .variable
    return program.add(operation, variable.start..<variable.end, name: name, to: &bytes)
  }

  /// What the rules find among the options of a call although it is no argument, or do not find in
  /// every text although it is one.
  private static let options: [StaticString] = [
    "ns", "lng", "lngs", "defaultValue", "applyPostProcessor",
  ]

  private static let brace: Text = "{"
  private static let dot: Text = "."

  /// Whether a name is looked up as one member: no path, no format, no option, nothing that could
  /// be a delimiter.
  private func isSimple(_ name: Bytes) -> Bool {
    !name.isEmpty && (areDelimitersMarks && name.isAlphanumeric || hasNoDelimiter(name))
      && !Self.options.contains { name.equals($0) }
  }

  private func hasNoDelimiter(_ name: Bytes) -> Bool {
    !name.contains(Self.dot) && !name.contains(syntax.formatSeparator)
      && !name.contains(syntax.prefix) && !name.hasPrefix(syntax.unescapePrefix)
      && !name.contains(Self.brace)
  }

  // MARK: i18next 1.x and i18next-ios

  private func underscored(_ text: Bytes, to bytes: inout ByteBuffer) -> Bool {
    let owned = Text(text)
    var program = PatternProgram(text)
    var from = 0
    while let match = underscores.next(in: owned, from: from) {
      let start = match.start + syntax.prefix.count
      let name = start..<(start + match.name.count)
      let escapes = syntax.escapeValue && !match.isHTML
      guard isSimple(text.part(name.lowerBound, name.upperBound)),
        program.add(
          escapes ? .escapedVariable : .variable, match.start..<match.end, name: name, to: &bytes)
      else { return false }
      from = match.end
    }
    program.end(&bytes)
    return true
  }
}

extension PatternCompiler: Equatable {
  package static func == (left: PatternCompiler, right: PatternCompiler) -> Bool {
    left.dialect == right.dialect && left.syntax == right.syntax
  }
}
