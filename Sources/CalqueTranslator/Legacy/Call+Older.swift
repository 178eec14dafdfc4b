import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// Second attempts of formats v1 and ios.
extension Call {
  /// - Parameter observer: as for `answer`.
  @inline(never)
  func older(
    _ keys: UnsafeBufferPointer<Bytes>, _ observer: UnsafeMutablePointer<Translation>?,
    into output: inout Output
  ) -> Answered {
    guard let work = arguments.pointee.work else { return Answered() }
    core.pointee.chain._withUnsafeGuaranteedRef { chain in
      if let damaged = chain.damaged { _ = snapshot.catalog(damaged.lng, damaged.ns) }
    }
    var answered = Answered()
    if core.pointee.order == .byForm {
      IOSRules.with(self, work, observer) { answered = $0.answer(keys, &output) }
    } else {
      V1Rules.with(self, work, isObserved: observer != nil) {
        answered = $0.answer(keys, $1, observer, &output)
      }
    }
    return answered
  }

  /// Whether any of the keys is found.
  func olderExists(_ keys: UnsafeBufferPointer<Bytes>) -> Bool {
    guard let work = arguments.pointee.work else { return false }
    return keys.contains { key in
      var output = Output(nil, capacity: 0)
      var isThere = false
      if core.pointee.order == .byForm {
        IOSRules.with(self, work) { isThere = $0.exists(key, &output) }
      } else {
        V1Rules.with(self, work) { isThere = !$0.find(key, $1, &output).isNothing }
      }
      return isThere
    }
  }

  // MARK: Keys and chains

  /// Whether the call is made on the chain of the translator, so that nothing is looked up in another.
  var isAtHome: Bool { core.pointee.isBase && core.pointee.fixed.isEmpty }

  /// In format ios the length of a namespace that a key begins with, before a key separator.
  @inline(never)
  func dottedNamespace(_ key: Bytes) -> Int? {
    guard core.pointee.order == .byForm, core.pointee.hasDottedNamespaces,
      let separator = core.pointee.separators.key, let at = key.firstIndex(of: separator)
    else { return nil }
    let namespace = key.part(0, at)
    let isOne = snapshot.options.ns.contains { name in
      name.bytes.withUnsafeBufferPointer { $0.isSame(namespace) }
    }
    return isOne ? at : nil
  }

  /// Calls `body` with a form of a key, behind its namespace where there is one.
  ///
  /// - Parameter mark: what separates the suffix.
  func withForm<Result>(
    _ key: Bytes, _ mark: ShortText, _ suffix: Bytes, _ number: ShortText = .empty,
    in ns: Bytes = .none, _ separator: Bytes = .none, _ body: (Bytes) -> Result
  ) -> Result {
    let most = ns.count + separator.count + key.count + mark.count + suffix.count + number.count
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most + 1) { room in
      var form = Output(room.baseAddress, capacity: room.count)
      form.append(ns)
      form.append(separator)
      form.append(key)
      form.append(word: mark.bytes, mark.count)
      form.append(suffix)
      form.append(word: number.bytes, number.count)
      return body(Bytes(start: room.baseAddress, count: most))
    }
  }

  /// As `withForm`, for a plural.
  func withForm<Result>(
    _ key: Bytes, _ form: NumberedPlurals.Form, in ns: Bytes = .none, _ separator: Bytes = .none,
    _ body: (Bytes) -> Result
  ) -> Result {
    let (plural, numbered) = (core.pointee.plural.all, core.pointee.numbered.all)
    return switch form {
    case .bare: withForm(key, .empty, .none, in: ns, separator, body)
    case .plural: withForm(key, .empty, plural, in: ns, separator, body)
    case .numbered(let number):
      withForm(key, .empty, numbered, ShortText(decimal: number), in: ns, separator, body)
    }
  }

  /// The chain of a namespace and a language, which is empty for the current one.
  ///
  /// - Parameter home: the chain of the current one; nil for that of the translator.
  func olderChain(_ lng: Bytes, _ ns: Bytes, from home: Chain? = nil) -> Chain {
    let home = home ?? snapshot.scope
    guard ns.isEmpty else { return home.other(lng, ns) }
    return home.kept(lng: lng.isEmpty ? nil : Text(lng), own: [""], fallback: nil)
  }

  /// Calls `body` with the chain of `olderChain`.
  func withOlderChain<Result>(
    _ lng: Bytes, _ ns: Bytes, _ body: (UnsafePointer<ChainCore>) -> Result
  ) -> Result {
    if let known = snapshot.scope.known(lng, ns), !ns.isEmpty { return body(known) }
    let chain = olderChain(lng, ns)
    return withExtendedLifetime(chain) { body(chain.reader.core) }
  }

  // MARK: Texts

  /// Calls `body` with a text whose placeholders are replaced.
  ///
  /// - Parameter show: puts out the variable of a name, or returns false for one that stays as it is
  ///   written; whether it is marked as HTML.
  @inline(never)
  func withReplaced(
    _ text: Bytes, _ scanner: UnderscoreScanner,
    _ show: (_ name: Bytes, _ isHTML: Bool, inout Output) -> Bool, _ body: (Bytes) -> Void
  ) {
    _ = withCaptured(in: text.count) { output -> Void? in
      replace(text, scanner, &output, show)
      return nil
    } _: {
      body($0)
    }
  }

  private func replace(
    _ text: Bytes, _ scanner: UnderscoreScanner, _ output: inout Output,
    _ show: (_ name: Bytes, _ isHTML: Bool, inout Output) -> Bool
  ) {
    guard let work = arguments.pointee.work else { return }
    var from = 0
    while let match = scanner.next(in: text, from: from), work.pointee.step(),
      work.pointee.mayGrow(output.length)
    {
      output.append(text.part(from, match.start))
      let name = text.part(match.name.lowerBound, match.name.upperBound)
      if !show(name, match.isHTML, &output) { output.append(text.part(match.start, match.end)) }
      from = match.end
    }
    output.append(text.part(from, text.count))
  }

  /// Puts out a variable.
  ///
  /// - Parameters:
  ///   - null: stands for one that is null.
  ///   - escapes: a text is escaped as in HTML.
  @inline(never)
  func show(
    _ argument: UnsafePointer<Argument>, null: StaticString, escapes: Bool,
    _ output: inout Output
  ) {
    switch argument.pointee.kind {
    case .null: output.append(null)
    case .int: output.append(decimal: argument.pointee.integer)
    case .text: append(argument.pointee.bytes, escapes: escapes, &output)
    case .decimal: output.append(argument.pointee.bytes)
    default: output.append(ValueText.of(argument.pointee.value ?? .null))
    }
  }

  func append(_ text: Bytes, escapes: Bool, _ output: inout Output) {
    if escapes { HTMLEscape.append(text, to: &output) } else { output.append(text) }
  }

  /// Tells of a key that is missing.
  ///
  /// - Parameters:
  ///   - lng: where it was looked for first, `all` after that.
  ///   - options: of the call, for the host.
  func tellMissing(
    _ namespace: Bytes, _ key: Bytes, _ standard: Text?, lng: Text?,
    all: @autoclosure () -> [Text], options: () -> Members
  ) {
    guard snapshot.options.saveMissing, arguments.pointee.work?.pointee.reports() ?? true else {
      return
    }
    var lngs = [lng].compactMap { $0 }
    switch snapshot.options.saveMissingTo {
    case .fallback:
      let fallbacks = snapshot.chain.fallbacks(nil, for: snapshot.language)
      // i18next-ios takes the current language where there are none.
      if core.pointee.order != .byForm || !fallbacks.isEmpty { lngs = fallbacks }
    case .all: lngs = all()
    case .current: break
    }
    let key = Text(key)
    snapshot.tell(
      lngs, Text(namespace), key, standard.map { .text($0) }, shown: .text(standard ?? key),
      options)
  }
}

extension Bytes {
  /// Whether one of the parts between separators is empty.
  func hasEmptyPart(_ separator: Bytes) -> Bool {
    var start = 0
    while let end = firstIndex(of: separator, from: start) {
      if end == start { return true }
      start = end + separator.count
    }
    return start == count
  }
}
