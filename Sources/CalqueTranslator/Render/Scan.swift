import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// The scanners for placeholders and references, in the syntax of a translator or of a call.
final class Scanners: Sendable {
  let syntax: InterpolationSyntax
  let interpolator: Interpolator
  let nesting: NestingScanner
  /// The option of the call as JSON; empty for the syntax of the translator.
  private let option: Text

  init(_ syntax: InterpolationSyntax, _ dialect: PatternDialect = .modern, option: Text = "") {
    self.syntax = syntax
    interpolator = Interpolator(syntax)
    nesting = NestingScanner(syntax, dialect)
    self.option = option
  }

  func areOf(_ json: Bytes) -> Bool { option.isSame(json) }
}

/// Texts that are scanned when they are called for: where options demand it, where a value looks like a
/// part of a placeholder or reference, and texts that are in no catalog. Placeholders and references
/// have the same results as in `Call.run`.
extension Call {
  /// Puts out a text.
  ///
  /// - Parameters:
  ///   - lng: of the text.
  ///   - isFound: the text was found.
  func scan(
    _ text: Bytes, _ key: UnsafePointer<CallKey>, lng: Text?, isFound: Bool,
    _ output: inout Output
  ) -> Answer {
    let scanners = scanners
    let filled = interpolated(text, scanners, of: key, lng: lng)
    guard filled.contains(scanners.syntax.nestingPrefix),
      !scanners.syntax.skipOnVariables || filled.isSame(text)
        || scanners.nesting.count(in: text) >= scanners.nesting.count(in: filled),
      frame.value(.nest) != .bool(false)
    else {
      output.append(filled)
      return .text
    }
    let (origin, isFound) = (output.length, isFound && !text.isEmpty)
    var deadEnds = DeadEnds()
    return replaceAll(
      in: filled, areReferences: true, &output,
      next: { scanners.nesting.next(in: filled, from: $0, &deadEnds) }
    ) { match, output in
      let detail = PatternDetail(
        filled: Text(filled.part(match.inner)), scanners.syntax, fill: { left($0, scanners) },
        { JSON.value($0) })
      let name = arena.pointee.copy(detail.name)
      return put(
        Reference(name: name, detail: detail, own: detail.own ?? .none),
        lng: lng, isFound: isFound,
        isWhole: output.length == origin && match.end == filled.count, key, &output)
    }
  }

  /// Replaces what `next` finds in a text from an offset on. Inserted text is not scanned again; what is
  /// beyond a limit stays as it is written.
  ///
  /// - Parameter put: puts out what stands for a match: nothing and `unknown` leave it as it is.
  func replaceAll(
    in source: Bytes, areReferences: Bool, _ output: inout Output,
    next: (Int) -> PlaceholderScanner.Match?,
    _ put: (PlaceholderScanner.Match, inout Output) -> Answer
  ) -> Answer {
    let origin = output.length
    var from = 0
    while let match = next(from), !areReferences || canNest(), charge(),
      mayGrow(output.length - origin + (areReferences ? source.count - from : 0))
    {
      let before = output.length
      output.append(source.part(from, match.start))
      let shown = output.length
      let answer = put(match, &output)
      if answer == .unknown { output.append(source.part(match.start, match.end)) }
      if answer == .value {
        output.rewind(to: origin)
        return .value
      }
      guard !areReferences || mayGrow(output.length - shown) else {
        output.rewind(to: before)
        break
      }
      from = match.end
    }
    output.append(source.part(from, source.count))
    return .text
  }

  /// Scanners for the syntax of the call.
  var scanners: Scanners {
    let snapshot = snapshot
    guard let given = frame.named(.interpolation) else { return snapshot.scanners }
    let json = given.pointee.kind == .json ? given.pointee.bytes : .none
    let hash = KeyHash(json.baseAddress ?? Argument.nowhere, json.count).value
    if let known = snapshot.otherScanners.first(hash, where: { $0.areOf(json) }) {
      given.noteRead()
      return known
    }
    guard case .object(let members)? = given.pointee.value else { return snapshot.scanners }
    // An option of the wrong type is left out: a call always yields text.
    let changed = TranslatorOptions(format: options.format, nil)
    changed.interpolation = options.interpolation
    changed.readInterpolation(OptionReader(members, path: "interpolation."))
    let made = Scanners(changed.interpolation, option: Text(json))
    if (1...200).contains(json.count) { snapshot.otherScanners.add(made, hash) }
    return made
  }

  /// A text of a catalog that has a program, scanned.
  @inline(never)
  func scan(
    _ record: CatalogRecord, _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer {
    let text = Bytes(start: record.text, count: record.textLength)
    let lng = key.pointee.core.language(at: record.text)
    // Everything that a reference sets can be asked for.
    return key.pointee.borrowsFrame
      ? asReference { $0.scan(text, key, lng: lng, isFound: true, &output) }
      : scan(text, key, lng: lng, isFound: true, &output)
  }

  /// A text with its placeholders replaced, by scanning.
  ///
  /// - Parameter key: whose text it is; nil for the options of a reference, which know no call.
  func interpolated(
    _ text: Bytes, _ scanners: Scanners, of key: UnsafePointer<CallKey>?, lng: Text?
  ) -> Bytes {
    scanners.interpolator.interpolate(
      text, in: arena,
      resolve: { inside, match, whole in
        replacement(of: inside, match, in: whole, scanners, key, lng)
      },
      escape: { insert($0, escapes: true, &$1) })
  }

  private func replacement(
    of inside: Bytes, _ match: Bytes, in whole: SplicedText, _ scanners: Scanners,
    _ key: UnsafePointer<CallKey>?, _ lng: Text?
  ) -> Bytes? {
    guard charge(), mayGrow(whole.count) else { return nil }
    if let value = scanned(inside, scanners, key, lng) {
      if case .argument(let argument) = value, argument.pointee.kind == .text {
        return argument.pointee.bytes
      }
      return arena.pointee.copy(ValueText.of(value.value))
    }
    if let handler = host(snapshot.host.missingInterpolation) {
      return arena.pointee.copy(handler(whole.text, Text(match), Text(inside)) ?? "")
    }
    if key != nil, frame.named(Name(inside)) != nil { return Bytes.none }
    // The second pass over a text meets the raw variables of the first again.
    let syntax = scanners.syntax
    if let key, syntax.unescapePrefix.isEmpty || !inside.matches(syntax.unescapePrefix, at: 0) {
      let end = inside.firstIndex(of: syntax.formatSeparator) ?? inside.count
      tellMissing(variable: Text(inside.part(0, end)).trimmed(), of: key, lng)
    }
    return syntax.skipOnVariables ? nil : Bytes.none
  }

  /// The value of `name` or `name, format`.
  private func scanned(
    _ inside: Bytes, _ scanners: Scanners, _ key: UnsafePointer<CallKey>?, _ lng: Text?
  ) -> Operand? {
    let separator = scanners.syntax.formatSeparator
    let end = inside.firstIndex(of: separator)
    let name = inside.part(0, end ?? inside.count)
    guard let found = lookUp(name.part(name.trimmed)) else { return nil }
    guard end != nil else {
      return scanners.syntax.alwaysFormat ? .value(always(found.value, Text(inside), lng)) : found
    }
    let detail = PatternDetail(placeholder: Text(inside), separator: separator)
    let language = frame.lng.map { Text($0) } ?? snapshot.language ?? lng
    return .value(format(found, detail, language, of: key))
  }

  /// The options of a reference, which may have variables that the call does not have.
  private func left(_ json: Text, _ scanners: Scanners) -> Text {
    guard json.contains(scanners.syntax.prefix) else { return json }
    return asReference {
      Text($0.interpolated(arena.pointee.copy(json), scanners, of: nil, lng: nil))
    }
  }
}
