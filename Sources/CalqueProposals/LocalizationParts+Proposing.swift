import CalqueBase
import CalqueLocale

/// Rules about the proposed values of a text.
extension LocalizationParts {
  /// Adds a value that is not sent. It replaces those of the same text that do not wait.
  ///
  /// - Throws: `invalidArgument`, `invalidLocale`, `limitExceeded`.
  mutating func store(
    _ value: Text, _ identifier: ItemIdentifier, _ locale: Text, _ limits: LocalizationLimits
  ) throws(Diagnostic) -> ProposedValue {
    try Self.check(proposed: value)
    guard !locale.isEmpty else { throw Diagnostic(.invalidLocale, "the locale is empty") }
    let tag = LanguageTag.comparable(locale)
    proposed.replace { $0.isFor(identifier, tag) && $0.state != .waiting ? nil : $0 }
    try makeRoom(identifier, tag, limits)
    return propose(value, identifier, locale, .local)
  }

  /// Adds a value that waits to be sent.
  ///
  /// - Parameter locale: the current one; nil when there is none.
  /// - Throws: `invalidArgument`, `refused`, `conflict`, `limitExceeded`.
  mutating func enqueue(
    _ value: Text, _ identifier: ItemIdentifier, _ locale: Text?, _ limits: LocalizationLimits
  ) throws(Diagnostic) -> ProposedValue {
    try Self.check(proposed: value)
    guard let locale else {
      throw Diagnostic(.refused, "there is no language to propose for")
    }
    let (tag, waiting) = (LanguageTag.comparable(locale), proposed.waiting)
    guard waiting.last(where: { $0.isFor(identifier, tag) })?.value != value else {
      throw Diagnostic(.conflict, "the same proposal waits to be sent")
    }
    try LocalizationLimits.check(waiting.count + 1, limits.maximumQueued, "waiting proposals")
    guard !locale.isEmpty else { throw Diagnostic(.invalidLocale, "the locale is empty") }
    try makeRoom(identifier, tag, limits)
    return propose(value, identifier, locale, .waiting)
  }

  /// Takes a waiting value as the backend stored it, which may be another value or even another text.
  ///
  /// - Returns: values of the texts of which another value is shown now.
  mutating func accept(
    _ value: ProposedValue, as stored: Proposal, _ limits: LocalizationLimits
  ) -> [ProposedValue] {
    let tag = LanguageTag.comparable(stored.locale)
    let isMoved = !value.isFor(stored.identifier, tag)
    let isHidden = proposed.list.first { $0.number == value.number }?.isHidden ?? true
    var changed = proposed.replace { old in
      if old.number == value.number {
        return isMoved ? nil : old.sent(id: stored.id, as: stored.value)
      }
      // The backend has one value under an id.
      return old.state == .sent(id: stored.id) ? nil : old
    }
    if isMoved, !isHidden, (try? makeRoom(stored.identifier, tag, limits)) != nil {
      changed.append(
        propose(stored.value, stored.identifier, stored.locale, .sent(id: stored.id)))
    }
    return changed
  }

  private mutating func propose(
    _ value: Text, _ identifier: ItemIdentifier, _ locale: Text, _ state: ProposedValue.State
  ) -> ProposedValue {
    proposed.append(value, identifier, locale, base: base(identifier, locale), state)
  }

  /// Drops the oldest value of a text that does not wait, if there is no room for another one.
  ///
  /// - Throws: `limitExceeded` when there is none.
  private mutating func makeRoom(
    _ identifier: ItemIdentifier, _ tag: Text, _ limits: LocalizationLimits
  ) throws(Diagnostic) {
    guard proposed.list.count >= limits.maximumProposals else { return }
    let oldest = proposed.list.first { $0.isFor(identifier, tag) && $0.state != .waiting }
    guard let oldest else {
      throw Diagnostic(.limitExceeded, "too many proposed values")
    }
    proposed.replace(oldest.number) { _ in nil }
  }

  /// Refuses a text without visible characters, as the dialog of NStack does.
  private static func check(proposed value: Text) throws(Diagnostic) {
    guard value.trimmed().isEmpty else { return }
    throw Diagnostic(.invalidArgument, "the proposed text is empty")
  }

  /// The text that the tables have for an identifier in a locale.
  private func base(_ identifier: ItemIdentifier, _ locale: Text) -> Text? {
    let tag = LanguageTag.comparable(locale)
    for table in tables + bundled where table.tag == tag {
      if let text = table.texts[identifier.joined] { return text }
    }
    return nil
  }

  // MARK: Files

  /// Adds a value from a file; one that is invalid is skipped.
  mutating func append(kept value: Value) {
    guard let members = value.object, let section = members["section"]?.text,
      let key = members["key"]?.text,
      let identifier = try? ItemIdentifier(section: section, key: key),
      let locale = members["locale"]?.text, !locale.isEmpty, let value = members["value"]?.text,
      let name = members["state"]?.text
    else { return }
    let isWaiting = name.equals("waiting")
    let state: ProposedValue.State =
      isWaiting ? .waiting : name.equals("sent") ? .sent(id: members["id"]?.integer) : .local
    let new = proposed.append(
      value, identifier, locale, base: members["base"]?.text, state,
      isHidden: isWaiting && members["isHidden"]?.bool ?? false)
    if isWaiting, members["wasTried"]?.bool ?? false { proposed.markTried(through: new.number) }
  }
}

extension ProposedValues {
  /// A value as a file has it.
  func kept(_ value: ProposedValue) -> Value {
    var members = value.members
    members["base"] = value.base.map { .text($0) }
    switch value.state {
    case .local: members["state"] = .text("local")
    case .waiting:
      members["state"] = .text("waiting")
      if value.number <= triedThrough { members["wasTried"] = .bool(true) }
      if value.isHidden { members["isHidden"] = .bool(true) }
    case .sent(let id):
      members["state"] = .text("sent")
      members["id"] = id.map { .int($0) }
    }
    return .object(members)
  }
}
