package import CalqueBase

/// The parts of a placeholder or reference other than its name, read once and cached with the
/// catalog.
package final class PatternDetail: @unchecked Sendable {
  // Unchecked: only written by initializers.

  /// An option of a reference whose value is a variable of the call.
  package struct Slot: Sendable {
    /// Its index in `own`.
    package let position: Int
    package let path: Text
    /// Whether it is in quotes, which makes the value a text.
    package let isQuoted: Bool
  }

  /// The variable's name, or the reference's key.
  package let name: Text
  /// The formatters, applied one after another.
  package let formats: [FormatSpec]
  /// The formatters as written, those of a reference separately.
  package let spelled: [Text]
  /// Whether the content of a reference must be interpolated and parsed in each call. Otherwise its
  /// options are `own`, with arguments of the call inserted in its `slots`.
  package let isFilled: Bool
  /// The options of a reference, in `list`: reading them counts no reference.
  package let own: UnsafeBufferPointer<Argument>?
  private let list: ArgumentList?
  package let slots: [Slot]
  /// The formatters made from these, one for each owner and language.
  package let made = MadeDetails()

  private init(
    _ name: Text, _ formats: [FormatSpec], spelled: [Text], isFilled: Bool = false,
    _ own: ArgumentList? = nil, _ slots: [Slot] = []
  ) {
    self.name = name
    self.formats = formats
    self.spelled = spelled
    self.isFilled = isFilled
    self.own = own?.all
    list = own
    self.slots = slots
  }

  /// - Parameters:
  ///   - inside: the content of a placeholder, without the mark for unescaped values.
  ///   - separator: separates the name from the formatters.
  package convenience init(placeholder inside: Text, separator: Text) {
    let end = inside.firstIndex(of: separator) ?? inside.count
    let chain = inside.part(end + separator.count).trimmed()
    self.init(
      inside.part(0, end).trimmed(), FormatSpec.chain(chain, separator: separator),
      spelled: [chain])
  }

  /// A reference whose content may contain placeholders.
  ///
  /// - Parameter parse: reads JSON text.
  package static func reference(
    _ inside: Text, _ syntax: InterpolationSyntax, _ parse: (Bytes) -> Value?
  ) -> PatternDetail {
    guard inside.contains(syntax.prefix) else {
      return PatternDetail(filled: inside, syntax, parse)
    }
    return slotted(inside, syntax, parse) ?? PatternDetail(inside, [], spelled: [], isFilled: true)
  }

  /// A reference whose placeholders have been replaced.
  ///
  /// The options are JSON, where single quotes are accepted. If they are not JSON, the whole
  /// content is used as a key, and is shown as a missing key.
  package convenience init(
    filled inside: Text, _ syntax: InterpolationSyntax, fill: (Text) -> Text = { $0 },
    _ parse: (Bytes) -> Value?
  ) {
    let (part, spelled) = Self.splitFormats(inside, syntax.formatSeparator)
    let formats = spelled.map { FormatSpec(parsing: $0) }
    let body = part.trimmed()
    let separator = syntax.nestingOptionsSeparator
    guard let (end, start) = Self.optionsStart(in: body, separator) else {
      self.init(body, formats, spelled: spelled)
      return
    }
    let key = body.part(0, end)
    let json = Self.json(fill(body.part(start)))
    guard case .object(let own)? = json.bytes.withUnsafeBufferPointer(parse) else {
      self.init("\(key)\(separator)\(json)", formats, spelled: spelled)
      return
    }
    self.init(key, formats, spelled: spelled, ArgumentList(own))
  }

  /// Replaces single quotes by double ones, unless there are pairs of both.
  private static func json(_ text: Text) -> Text {
    let single = text.bytes.count { $0 == 0x27 }
    let double = text.bytes.count { $0 == 0x22 }
    guard (single % 2 == 0 && double == 0) || double % 2 != 0 else { return text }
    return text.replacing("'", with: "\"")
  }

  /// Formatters follow the last `}`, or, without options, the first separator.
  static func splitFormats(_ inner: Text, _ separator: Text) -> (Text, [Text]) {
    var end = inner.firstIndex(of: separator)
    if let open = inner.firstIndex(of: "{"), let close = inner.lastIndex(of: "}"), open < close {
      end = close + 1
    }
    guard let end else { return (inner, []) }
    var formats: [Text] = []
    var start = end
    while start < inner.count {
      let next = inner.firstIndex(of: separator, from: start) ?? inner.count
      let format = inner.part(start, next).trimmed()
      if !format.isEmpty { formats.append(format) }
      start = next + separator.count
    }
    return (inner.part(0, end), formats)
  }

  /// Offsets of the separator, and of the `{` that follows it after spaces.
  static func optionsStart(in body: Text, _ separator: Text) -> (Int, Int)? {
    var from = 0
    while let found = body.firstIndex(of: separator, from: from) {
      var at = found + separator.count
      while at < body.count, body.bytes[at] == 0x20 { at += 1 }
      if at < body.count, body.bytes[at] == 0x7B { return (found, at) }
      from = found + 1
    }
    return nil
  }

  // MARK: Slots

  /// A mark in place of a value, followed by the number of the placeholder.
  private enum Mark {
    static let bare: UInt8 = 0x01
    static let quoted: UInt8 = 0x02
  }

  /// A reference in which each placeholder is the entire value of an option; nil for all others.
  private static func slotted(
    _ inside: Text, _ syntax: InterpolationSyntax, _ parse: (Bytes) -> Value?
  ) -> PatternDetail? {
    let scanner = PlaceholderScanner(prefix: syntax.prefix, suffix: syntax.suffix)
    guard inside.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x27 && $0 != 0x5C }) else { return nil }
    var marked = Text()
    var names: [Text] = []
    var from = 0
    while let match = scanner.next(in: inside, from: from) {
      let name = inside.part(match.inner).trimmed()
      guard isPlain(name), names.count < 100 else { return nil }
      let isQuoted =
        match.start > 0 && inside.bytes[match.start - 1] == 0x22
        && match.end < inside.count && inside.bytes[match.end] == 0x22
      marked.append(inside.part(from, match.start))
      if !isQuoted { marked.append(0x22) }
      marked.append(isQuoted ? "\\u0002" : "\\u0001")
      marked.append(decimal: names.count)
      if !isQuoted { marked.append(0x22) }
      names.append(name)
      from = match.end
    }
    marked.append(inside.part(from))
    guard !marked.contains(syntax.prefix) else { return nil }
    let detail = PatternDetail(filled: marked, syntax, parse)
    guard let own = detail.own, !detail.name.contains("\\u000") else { return nil }
    let slots = own.enumerated().compactMap { position, argument in
      slot(argument, position, names)
    }
    // Each placeholder must be an entire value.
    guard slots.count == names.count, !detail.formats.contains(where: { !$0.isPlain }),
      own.allSatisfy({ $0.kind != .value && !$0.name.bytes.contains(where: { $0 < 0x20 }) })
    else { return nil }
    return PatternDetail(detail.name, detail.formats, spelled: detail.spelled, detail.list, slots)
  }

  private static func slot(_ argument: Argument, _ position: Int, _ names: [Text]) -> Slot? {
    guard argument.kind == .text, let mark = argument.bytes.first, mark < 0x20,
      let number = argument.bytes.part(1, argument.textCount).arrayPosition(below: names.count)
    else { return nil }
    return Slot(position: position, path: names[number], isQuoted: mark == Mark.quoted)
  }

  /// A name or path of letters, digits, `_` and `.`.
  private static func isPlain(_ name: Text) -> Bool {
    !name.isEmpty
      && name.bytes.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F || $0 == 0x2E
      }
  }
}

extension FormatSpec {
  /// Whether neither name nor options contain the mark of a slot.
  fileprivate var isPlain: Bool {
    !name.contains("u000") && options.values.allSatisfy { !($0.text?.contains("u000") ?? false) }
  }
}
