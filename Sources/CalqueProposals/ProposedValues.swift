import CalqueBase
import CalqueLocale

/// A value that was proposed for a text. Does not change.
final class ProposedValue: Sendable {
  enum State: Equatable, Sendable {
    /// Shown here and never sent.
    case local
    /// Waits for the backend.
    case waiting
    /// The backend has it; nil when it did not say under which id.
    case sent(id: Int64?)
  }

  /// Identifies it in this process; increases.
  let number: UInt64
  let identifier: ItemIdentifier
  /// As it was given.
  let locale: Text
  /// The locale in the form that is compared.
  let tag: Text
  let value: Text
  /// The normal text when the value was proposed; nil when there was none.
  let base: Text?
  let state: State
  /// Whether it is no longer shown, though it waits to be sent.
  let isHidden: Bool

  init(
    _ number: UInt64, _ identifier: ItemIdentifier, _ locale: Text, _ value: Text, base: Text?,
    _ state: State, isHidden: Bool = false
  ) {
    self.number = number
    self.identifier = identifier
    self.locale = locale
    tag = LanguageTag.comparable(locale)
    self.value = value
    self.base = base
    self.state = state
    self.isHidden = isHidden
  }

  func isFor(_ identifier: ItemIdentifier, _ tag: Text) -> Bool {
    self.tag == tag && self.identifier == identifier
  }

  /// The value without its place in the list, or nil when nothing needs it: a hidden value is kept
  /// for as long as it waits.
  var hidden: ProposedValue? {
    guard state == .waiting else { return nil }
    return ProposedValue(number, identifier, locale, value, base: base, state, isHidden: true)
  }

  /// The value as the backend stored it; nil for a hidden one.
  func sent(id: Int64?, as stored: Text) -> ProposedValue? {
    if isHidden { return nil }
    return ProposedValue(number, identifier, locale, stored, base: base, .sent(id: id))
  }

  /// Section, key, locale and value.
  var members: Members {
    [
      "section": .text(identifier.section), "key": .text(identifier.key), "locale": .text(locale),
      "value": .text(value),
    ]
  }
}

/// The proposed values, oldest first. The newest one of a text that is not hidden is shown.
struct ProposedValues: Sendable {
  private(set) var list: [ProposedValue] = []
  /// By comparable locale, then by `ItemIdentifier.joined`.
  private var shown = TextTable<TextTable<ProposedValue>>()
  private(set) var shownCount = 0
  private(set) var lastNumber: UInt64 = 0
  /// Values up to this number were tried before, so the backend may have them.
  private(set) var triedThrough: UInt64 = 0
  /// Increases with each change.
  private(set) var revision: UInt64 = 0

  /// The shown values of a comparable locale; nil for none.
  func shown(_ tag: Text) -> TextTable<ProposedValue>? { shown[tag] }

  func shown(_ identifier: ItemIdentifier, _ locale: Text) -> ProposedValue? {
    shown[LanguageTag.comparable(locale)]?[identifier.joined]
  }

  /// All that are shown.
  var allShown: [ProposedValue] { shown.values.flatMap { $0.values } }

  /// Those that wait to be sent, the next one first.
  var waiting: [ProposedValue] { list.filter { $0.state == .waiting } }

  var nextToSend: ProposedValue? { list.first { $0.state == .waiting } }

  // MARK: Changing

  /// Adds the newest value of a text.
  @discardableResult
  mutating func append(
    _ value: Text, _ identifier: ItemIdentifier, _ locale: Text, base: Text?,
    _ state: ProposedValue.State, isHidden: Bool = false
  ) -> ProposedValue {
    lastNumber &+= 1
    let new = ProposedValue(
      lastNumber, identifier, locale, value, base: base, state, isHidden: isHidden)
    list.append(new)
    revision &+= 1
    show(new)
    return new
  }

  private mutating func show(_ value: ProposedValue) {
    guard !value.isHidden else { return }
    var values = shown[value.tag] ?? TextTable()
    // Not shared while it changes.
    shown[value.tag] = TextTable()
    shownCount -= values.count
    values[value.identifier.joined] = value
    shownCount += values.count
    shown[value.tag] = values
  }

  /// Replaces values, or removes them.
  ///
  /// - Returns: the values that were shown and no longer are.
  @discardableResult
  mutating func replace(_ new: (ProposedValue) -> ProposedValue?) -> [ProposedValue] {
    var changed: [ProposedValue] = []
    var kept: [ProposedValue] = []
    for value in list {
      let new = new(value)
      if new !== value { changed.append(value) }
      if let new { kept.append(new) }
    }
    guard !changed.isEmpty else { return [] }
    let before = shown
    revision &+= 1
    (list, shown, shownCount) = (kept, TextTable(), 0)
    for value in list { show(value) }
    return changed.filter { value in
      let joined = value.identifier.joined
      guard before[value.tag]?[joined] === value else { return false }
      return shown[value.tag]?[joined]?.value != value.value
    }
  }

  /// Replaces one value, or removes it.
  @discardableResult
  mutating func replace(
    _ number: UInt64, by new: (ProposedValue) -> ProposedValue?
  ) -> [ProposedValue] {
    replace { $0.number == number ? new($0) : $0 }
  }

  /// Records that the values up to a number may have reached the backend.
  mutating func markTried(through number: UInt64) {
    guard number > triedThrough else { return }
    triedThrough = number
    revision &+= 1
  }

  /// Hides what is shown for a text.
  mutating func hide(_ identifier: ItemIdentifier, _ locale: Text) -> [ProposedValue] {
    let tag = LanguageTag.comparable(locale)
    return replace { $0.isFor(identifier, tag) ? $0.hidden : $0 }
  }

  /// Hides the values that a table of the backend makes obsolete: one that it contains, one that was
  /// proposed for a text that has changed since, and all older ones of the same text.
  mutating func hide(by table: Table) -> [ProposedValue] {
    var obsolete = TextTable<UInt64>()
    for value in list where value.tag == table.tag {
      let joined = value.identifier.joined
      guard let text = table.texts[joined], text == value.value || text != value.base else {
        continue
      }
      obsolete[joined] = value.number
    }
    return replace { value in
      guard value.tag == table.tag, !value.isHidden,
        let last = obsolete[value.identifier.joined], value.number <= last
      else { return value }
      return value.hidden
    }
  }

  /// Takes a waiting value that the backend has already: in place of an older one that it is, or else
  /// under an id that is not known.
  mutating func acceptAgain(_ value: ProposedValue) -> [ProposedValue] {
    let older = list.first {
      guard case .sent(id: _?) = $0.state else { return false }
      return $0.value == value.value && $0.isFor(value.identifier, value.tag)
    }
    guard let older, case .sent(let id) = older.state else {
      return replace(value.number) { $0.sent(id: nil, as: $0.value) }
    }
    return replace { old in
      old === older ? nil : old.number == value.number ? old.sent(id: id, as: old.value) : old
    }
  }

  /// Learns the ids of sent values from a list of the backend.
  mutating func identify(from listed: [Proposal]) {
    replace { value in
      guard value.state == .sent(id: nil) else { return value }
      let known = listed.first { proposal in
        proposal.canDelete ?? false && proposal.value == value.value
          && value.isFor(proposal.identifier, LanguageTag.comparable(proposal.locale))
      }
      return known.map { value.sent(id: $0.id, as: value.value) } ?? value
    }
  }

  /// Removes a proposal that the backend deleted.
  ///
  /// - Parameter known: the proposal, when it was listed: its value is also recognized without an id.
  mutating func delete(_ id: Int64, _ known: Proposal?) -> [ProposedValue] {
    let tag = known.map { LanguageTag.comparable($0.locale) }
    return replace { value in
      if value.state == .sent(id: id) { return nil }
      guard let known, let tag, value.state == .local || value.state == .sent(id: nil),
        value.value == known.value, value.isFor(known.identifier, tag)
      else { return value }
      return nil
    }
  }
}
