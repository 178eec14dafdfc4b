package import CalqueBase

/// Compiles message text to a `Pattern`. Syntax whose meaning can only be determined during a call
/// becomes `dynamic`.
///
/// A class, because it is expensive to copy.
package final class PatternCompiler: Sendable {
  package let dialect: PatternDialect
  package let syntax: InterpolationSyntax
  let variables: PlaceholderScanner
  let references: NestingScanner
  /// A name of letters and digits cannot contain any of them.
  private let areDelimitersMarks: Bool

  package init(dialect: PatternDialect, syntax: InterpolationSyntax) {
    self.dialect = dialect
    self.syntax = syntax
    variables = PlaceholderScanner(dialect, prefix: syntax.prefix, suffix: syntax.suffix)
    references = NestingScanner(syntax)
    areDelimitersMarks = [
      syntax.prefix, syntax.formatSeparator, syntax.unescapePrefix, syntax.nestingPrefix,
    ]
    .allSatisfy { delimiter in
      delimiter.bytes.withUnsafeBufferPointer { bytes in
        !bytes.isEmpty && !bytes.part(0, 1).isAlphanumeric
      }
    }
  }

  /// - Parameter program: receives the program; its content is meaningless when there is none.
  package func compile(_ text: Bytes, to program: inout ByteBuffer) -> Pattern {
    program.truncate(to: 0)
    let hasReference = text.contains(syntax.nestingPrefix)
    let prefix = text.firstIndex(of: syntax.prefix)
    guard hasReference || prefix != nil else { return .plain }
    guard text.count < 1 << 24 else { return .dynamic }
    let isCompiled =
      switch dialect {
      case .modern: modern(text, prefix, hasReference: hasReference, to: &program)
      case .v1, .ios: underscored(text, hasReference: hasReference, to: &program)
      }
    return isCompiled ? .program : .dynamic
  }

  // MARK: i18next 2 and later

  /// - Parameter first: the offset before which there is no placeholder.
  private func modern(
    _ text: Bytes, _ first: Int?, hasReference: Bool, to bytes: inout ByteBuffer
  ) -> Bool {
    guard syntax.skipOnVariables, syntax.unescapeSuffix.isEmpty else { return false }
    var program = PatternProgram(text)
    var replaces = 0
    var prefix = first
    var variable = prefix.flatMap { variables.next(in: text, from: $0) }
    var deadEnds = DeadEnds()
    var reference = hasReference ? references.next(in: text, from: 0, &deadEnds) : nil
    while true {
      let end: Int
      if let reference, reference.start < variable?.start ?? Int.max {
        guard holdsWhole(variable, reference, of: text, &replaces),
          add(reference: reference, of: text, to: &program, &bytes)
        else { return false }
        end = reference.end
      } else if let variable {
        // A literal part must not contain anything that the full rules could take for a
        // placeholder.
        guard variable.start == prefix,
          // A reference in a placeholder is resolved if the placeholder is not replaced.
          !hasReference || !text.part(variable.inner).contains(syntax.nestingPrefix),
          add(variable: variable, of: text, to: &program, &bytes)
        else { return false }
        replaces += 1
        end = variable.end
      } else {
        program.end(&bytes)
        return prefix == nil && replaces <= syntax.maxReplaces
      }
      // A match found further on is still the next.
      if let found = prefix, found < end {
        prefix = text.firstIndex(of: syntax.prefix, from: end)
        variable = prefix.flatMap { variables.next(in: text, from: $0) }
      }
      if let found = reference, found.start < end {
        reference = references.next(in: text, from: end, &deadEnds)
      }
    }
  }

  /// Whether each placeholder that starts inside a reference also ends inside it.
  private func holdsWhole(
    _ first: PlaceholderScanner.Match?, _ reference: NestingScanner.Match, of text: Bytes,
    _ replaces: inout Int
  ) -> Bool {
    var variable = first
    while let inside = variable, inside.start < reference.end {
      guard inside.end <= reference.inner.upperBound else { return false }
      replaces += 1
      variable = variables.next(in: text, from: inside.end)
    }
    return true
  }

  /// Adds a reference: a key alone, or one with a `PatternDetail`.
  private func add(
    reference: NestingScanner.Match, of text: Bytes, to program: inout PatternProgram,
    _ bytes: inout ByteBuffer
  ) -> Bool {
    let start = reference.inner.lowerBound
    let inner = text.part(start, reference.inner.upperBound)
    let hasMore =
      inner.contains(syntax.prefix) || inner.contains(syntax.nestingOptionsSeparator)
      || inner.contains(syntax.formatSeparator) || inner.contains(Self.brace)
    let key = inner.trimmed
    return program.add(
      hasMore ? .referenceWithOptions : .reference, reference.start..<reference.end,
      name: (start + key.lowerBound)..<(start + key.upperBound), to: &bytes)
  }

  private func add(
    variable: PlaceholderScanner.Match, of text: Bytes, to program: inout PatternProgram,
    _ bytes: inout ByteBuffer
  ) -> Bool {
    let inner = text.part(variable.inner)
    let isRaw = inner.hasPrefix(syntax.unescapePrefix)
    let start = variable.inner.lowerBound + (isRaw ? syntax.unescapePrefix.count : 0)
    let separator = text.part(start, variable.inner.upperBound)
      .firstIndex(of: syntax.formatSeparator)
    let end = separator.map { start + $0 } ?? variable.inner.upperBound
    let trimmed = text.part(start, end).trimmed
    let name = (start + trimmed.lowerBound)..<(start + trimmed.upperBound)
    guard let kind = kind(of: text.part(name)) else { return false }
    let first: Pattern.Operation =
      isRaw ? .unescapedVariable : syntax.escapeValue ? .escapedVariable : .variable
    let offset: UInt8 = separator != nil ? 7 : kind == .path ? 4 : 0
    guard let operation = Pattern.Operation(rawValue: first.rawValue + offset) else { return false }
    return program.add(operation, variable.start..<variable.end, name: name, to: &bytes)
  }

  /// Names that the rules find among the options of a call although they are not arguments, or that
  /// they do not find in every text although they are arguments.
  private static let options: [StaticString] = [
    "ns", "lng", "lngs", "defaultValue", "applyPostProcessor", "joinArrays",
  ]

  private enum Kind { case name, path }

  /// The way a name is looked up; nil for one that only a scan can distinguish from a delimiter.
  private func kind(of name: Bytes) -> Kind? {
    if name.isEmpty { return nil }
    let isWord = areDelimitersMarks && name.isAlphanumeric
    guard isWord || hasNoDelimiter(name) else { return nil }
    if !isWord, name.contains(Self.dot) || name.contains(Self.hashes) { return .path }
    return Self.options.contains { name.equals($0) } ? .path : .name
  }

  private static let brace: Text = "{"
  private static let dot: Text = "."
  private static let hashes: Text = "###"

  private func hasNoDelimiter(_ name: Bytes) -> Bool {
    !name.contains(syntax.formatSeparator) && !name.contains(syntax.prefix)
      && !name.hasPrefix(syntax.unescapePrefix) && !name.contains(Self.brace)
      && !name.contains(syntax.nestingPrefix)
  }

  // MARK: i18next 1.x and i18next-ios

  private func underscored(_ text: Bytes, hasReference: Bool, to bytes: inout ByteBuffer) -> Bool {
    var program = PatternProgram(text)
    var from = 0
    var reference = hasReference ? text.firstIndex(of: syntax.nestingPrefix) : nil
    var variable = variables.next(in: text, from: 0)
    while true {
      if let start = reference, start < variable?.start ?? Int.max {
        guard let key = key(ofReferenceAt: start, in: text) else { return false }
        let end = key.upperBound + syntax.nestingSuffix.count
        guard variable?.start ?? end >= end, !isJoined(start..<end, in: text),
          program.add(.reference, start..<end, name: key, to: &bytes)
        else { return false }
        from = end
      } else if let variable {
        let name = variable.inner
        let escapes = syntax.escapeValue && !variable.isHTML
        guard variable.end <= reference ?? Int.max,
          kind(of: text.part(name)) == .name,
          program.add(
            escapes ? .escapedVariable : .variable, variable.start..<variable.end, name: name,
            to: &bytes)
        else { return false }
        from = variable.end
      } else {
        program.end(&bytes)
        return true
      }
      // A match found further on is still the next.
      if reference ?? from < from {
        reference = text.firstIndex(of: syntax.nestingPrefix, from: from)
      }
      if variable?.start ?? from < from { variable = variables.next(in: text, from: from) }
    }
  }

  /// Whether the result of a reference may form another reference with the text around it, which
  /// i18next 1.x then resolves.
  private func isJoined(_ reference: Range<Int>, in text: Bytes) -> Bool {
    guard dialect == .v1 else { return false }
    let mark = syntax.nestingPrefix.bytes
    return reference.lowerBound > 0 && mark.contains(text[reference.lowerBound - 1])
      || reference.upperBound < text.count && mark.contains(text[reference.upperBound])
  }

  /// The key of a reference that consists only of a key, without options, space or nested
  /// reference.
  private func key(ofReferenceAt start: Int, in text: Bytes) -> Range<Int>? {
    let inner = start + syntax.nestingPrefix.count
    guard let end = text.firstIndex(of: syntax.nestingSuffix, from: inner), inner < end else {
      return nil
    }
    let key = text.part(inner, end)
    guard key.trimmed.count == key.count, !key.contains(syntax.nestingPrefix),
      !key.contains(where: { $0 == 0x2C || $0 == 0x22 || $0 == 0x27 || $0 == 0x7B })
    else { return nil }
    return inner..<end
  }
}

extension PatternCompiler: Equatable {
  package static func == (left: PatternCompiler, right: PatternCompiler) -> Bool {
    left.dialect == right.dialect && left.syntax == right.syntax
  }
}
