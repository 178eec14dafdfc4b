import CalqueBase

/// Reads options by name with the types they must have. A wrong one changes nothing: `finish` tells of
/// the first.
final class OptionReader {
  let members: Members
  private let path: Text
  /// The names that were asked for: whatever else is given means nothing to the translator. nil if they
  /// are not needed.
  private var names: TextSet?
  /// The first wrong option, among these and those of the objects in them.
  private var failure: Diagnostic?
  /// The reader of the object that these stand in.
  private let whole: OptionReader?
  /// Reads an option that stands in an object among the options rather than beside it.
  private let inner: OptionReader?

  init(
    _ members: Members, path: Text = Text(), notesNames: Bool = false,
    of whole: OptionReader? = nil, inner: OptionReader? = nil
  ) {
    (self.members, self.path, self.whole, self.inner) = (members, path, whole, inner)
    names = notesNames ? TextSet() : nil
  }

  /// A reader of the options in the object of this name; nil when there is none.
  func reader(_ name: Literal) -> OptionReader? {
    object(name).map { OptionReader($0, path: "\(path)\(name).", of: self) }
  }

  /// A reader of the options in the object of this name and of those beside it.
  func besides(_ name: Literal) -> OptionReader {
    OptionReader(members, path: path, of: self, inner: reader(name))
  }

  /// - Throws: `invalidOption` with the path of what was wrong first.
  func finish() throws(Diagnostic) {
    if let failure { throw failure }
  }

  /// Notes an option that is not what it must be.
  @inline(never)
  func refuse(_ name: Text, _ expected: Text) {
    let place = inner?.members[name.split(".")[0]] == nil ? path : inner?.path ?? path
    let wrong = Diagnostic(.invalidOption, "option must be \(expected)", path: place + name)
    outermost.failure = outermost.failure ?? wrong
  }

  private var outermost: OptionReader { whole?.outermost ?? self }

  private func value(_ name: Literal) -> Value? {
    if let inner, inner.members[name] != nil { return inner.value(name) }
    outermost.names?.insert("\(path)\(name)")
    return members[name]
  }
}

extension OptionReader {
  /// Takes what `read` makes of an option that is there; refuses one that it makes nothing of.
  @inline(__always)
  private func take<Taken>(
    _ name: Literal, _ target: inout Taken, _ expected: @autoclosure () -> Text,
    _ read: (Value) -> Taken?
  ) {
    guard let value = value(name) else { return }
    if let taken = read(value) { target = taken } else { refuse(Text(name), expected()) }
  }

  /// False for null.
  @inline(never)
  func flag(_ name: Literal, _ target: inout Bool) {
    take(name, &target, "true or false") { $0.isNull ? false : $0.bool }
  }

  /// A flag that says the opposite of what it goes to.
  @inline(never)
  func opposite(_ name: Literal, _ target: inout Bool) {
    var value = !target
    flag(name, &value)
    target = !value
  }

  /// Null is as if it was not there.
  @inline(never)
  func text(_ name: Literal, _ target: inout Text) {
    let standard = target
    take(name, &target, "a string") { $0.isNull ? standard : $0.text }
  }

  /// A text; false, null and (when `emptyIsNone`) the empty text are none.
  @inline(never)
  func optionalText(_ name: Literal, _ target: inout Text?, emptyIsNone: Bool = false) {
    take(name, &target, "a string or false") { value in
      if value.isNone { return .some(nil) }
      return value.text.map { emptyIsNone && $0.isEmpty ? nil : $0 }
    }
  }

  /// A text or an array of texts; false and null are the empty list.
  @inline(never)
  func texts(_ name: Literal, _ target: inout [Text]) {
    take(name, &target, "a string or an array of strings") { value in
      let texts = value.texts
      return value.isNone || texts.count == value.array?.count ?? 1 ? texts : nil
    }
  }

  /// A whole number from 1 to `maximum`.
  @inline(never)
  func limit(_ name: Literal, _ target: inout Int, maximum: Int) {
    take(name, &target, "a whole number from 1 to \(maximum)") { value in
      value.integer.flatMap { $0 >= 1 && $0 <= Int64(maximum) ? Int($0) : nil }
    }
  }

  /// A whole number from 0 on; false and null are 0.
  @inline(never)
  func amount(_ name: Literal, _ target: inout some FixedWidthInteger) {
    take(name, &target, "a whole number of at least 0") { value in
      let number = value.isNone ? 0 : value.integer ?? -1
      return number >= 0 && number <= 1 << 53 ? .init(clamping: number) : nil
    }
  }

  @inline(never)
  func object(_ name: Literal) -> Members? {
    switch value(name) {
    case nil, .null?: break
    case .object(let object)?: return object
    default: refuse(Text(name), "an object")
    }
    return nil
  }

  func object(_ name: Literal, _ target: inout Members) {
    if let object = object(name) { target = object }
  }

  /// Another word is `fallback`.
  @inline(never)
  func missingTarget(_ name: Literal, _ target: inout TranslatorOptions.MissingTarget) {
    var word = Text()
    text(name, &word)
    target = word.equals("current") ? .current : word.equals("all") ? .all : .fallback
  }

  @inline(never)
  func fallbackLanguages(_ name: Literal, _ target: inout FallbackLanguages) {
    take(name, &target, "a language, an array of them, an object or false") {
      $0.number != nil || $0.bool == true ? nil : FallbackLanguages($0)
    }
  }
}

extension Value {
  /// Where an option may be without a value.
  fileprivate var isNone: Bool { isNull || bool == false }
}

extension OptionReader {
  /// A line for each member that was not read, with the known name that resembles it.
  func unknown(in given: Members, path: Text = "") -> [Text] {
    let known = names ?? TextSet()
    var lines: [Text] = []
    for (name, value) in zip(given.keys, given.values) {
      let whole = path + name
      if known.contains(whole) || Self.foreign.contains(name) {
        // Members of an option that is read as a whole are not names of options.
        if case .object(let inner) = value, ["interpolation", "backend", "limits"].contains(whole) {
          lines += unknown(in: inner, path: whole + ".")
        }
        continue
      }
      let line: Text = "unknown option \"\(whole)\""
      let near = EditDistance.nearest(to: name, among: known.texts) { $0.split(".").last ?? $0 }
      lines.append(near.map { "\(line); did you mean \"\($0)\"?" } ?? line)
    }
    return lines
  }
}
