package import CalqueBase
import CalqueLocale

/// A source of values, such as a translator.
package protocol ValueSource: AnyObject, Sendable {
  /// The languages that it looks through, the current one first.
  var languages: [Text] { get }
  func resource(_ language: Text, _ identifier: ItemIdentifier) -> Value?
  /// Sets a resource, or removes it.
  func setResource(_ value: Value?, _ language: Text, _ identifier: ItemIdentifier)
  /// Calls `changed` whenever it has changed, until `stop`.
  func start(_ changed: @escaping @Sendable () -> Void)
  func stop()
}

/// Connects a localization and a source of values, neither of which knows the other. The source
/// supplies values that no table has; proposed values override its resources until they are
/// removed.
///
/// Changes are recorded and applied by one thread at a time, with no lock held, so that the source
/// ends with the current values, on whichever side they changed last.
package final class SourceConnection: Sendable {
  private enum Task: Sendable {
    case override(ItemIdentifier, locale: Text)
    /// The source has changed: something may have been put over a proposed value.
    case check
    case end
  }

  private struct Override: Sendable {
    let identifier: ItemIdentifier
    let language: Text
    /// The value that the source had.
    var original: Value?
    var value: Text
  }

  private struct State: Sendable {
    var tasks: [Task] = []
    var isRunning = false
    var isEnded = false
    /// Only reached by the thread that runs.
    var overrides: [Override] = []
  }

  private let source: any ValueSource
  private let localization: Localization
  private let state = Mutex(State())

  private init(_ source: any ValueSource, _ localization: Localization) {
    self.source = source
    self.localization = localization
  }

  /// Connects a source, replacing the earlier one. The connection ends when another takes its
  /// place, or with the localization.
  package static func connect(_ localization: Localization, _ source: any ValueSource) {
    let connection = SourceConnection(source, localization)
    source.start { connection.sourceChanged() }
    localization.setHook(connection)
  }

  /// The current language of the source; nil for none.
  var language: Text? { source.languages.first }

  /// The value of an identifier that no table has.
  func look(_ identifier: ItemIdentifier) -> (value: Text, locale: Text)? {
    for language in source.languages {
      if let text = source.resource(language, identifier)?.text { return (text, language) }
    }
    return nil
  }

  /// The proposed value of an identifier in a locale has changed.
  func proposedValueChanged(_ identifier: ItemIdentifier, _ locale: Text) {
    add(.override(identifier, locale: locale))
  }

  /// Called when another takes its place, or the localization is closed.
  func end() {
    source.stop()
    add(.end)
  }

  private func sourceChanged() {
    add(.check)
    localization.change { _ in }
  }

  // MARK: Tasks

  private func add(_ task: Task) {
    let isFirst = state.withLock { state in
      if state.isEnded { return false }
      if case .end = task { state.isEnded = true }
      state.tasks.append(task)
      return !exchange(&state.isRunning, with: true)
    }
    guard isFirst else { return }
    while let task = next() { run(task) }
  }

  private func next() -> Task? {
    state.withLock { state in
      guard !state.tasks.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.tasks.removeFirst()
    }
  }

  private func run(_ task: Task) {
    var overrides = state.withLock { $0.overrides }
    switch task {
    case .override(let identifier, let locale): override(identifier, locale, &overrides)
    case .check: check(&overrides)
    case .end:
      for entry in overrides {
        source.setResource(entry.original, entry.language, entry.identifier)
      }
      overrides = []
    }
    state.withLock { $0.overrides = overrides }
  }

  private func override(_ identifier: ItemIdentifier, _ locale: Text, _ overrides: inout [Override])
  {
    let language = code(of: locale)
    let place = overrides.firstIndex { $0.identifier == identifier && $0.language == language }
    guard let value = localization.proposedValue(of: identifier, locale: locale) else {
      guard let place else { return }
      let entry = overrides.remove(at: place)
      return source.setResource(entry.original, language, identifier)
    }
    if let place {
      overrides[place].value = value
    } else {
      let original = source.resource(language, identifier)
      overrides.append(
        Override(identifier: identifier, language: language, original: original, value: value))
    }
    source.setResource(.text(value), language, identifier)
  }

  private func check(_ overrides: inout [Override]) {
    for place in overrides.indices {
      let entry = overrides[place]
      let current = source.resource(entry.language, entry.identifier)
      guard current != .text(entry.value) else { continue }
      overrides[place].original = current
      source.setResource(.text(entry.value), entry.language, entry.identifier)
    }
  }

  /// The code by which the source knows a locale.
  private func code(of locale: Text) -> Text {
    let tag = LanguageTag.comparable(locale)
    return source.languages.first { LanguageTag.comparable($0) == tag } ?? tag
  }
}
