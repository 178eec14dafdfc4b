package import CalqueBase
import CalqueLocale

/// A source of values that no table has, such as a translator.
package final class ValueHook: Sendable {
  package typealias Look = @Sendable (ItemIdentifier) -> (value: Text, locale: Text)?

  let look: Look
  /// The current language; nil for none.
  let language: @Sendable () -> Text?
  /// Called when another hook takes its place, or the localization is closed.
  let end: @Sendable () -> Void

  package init(
    language: @escaping @Sendable () -> Text?, look: @escaping Look,
    end: @escaping @Sendable () -> Void = {}
  ) {
    self.language = language
    self.look = look
    self.end = end
  }
}

/// A receiver of proposed values besides the components, such as a translator.
package final class OverlayHook: Sendable {
  /// The value of an identifier in a locale has changed; `proposedValue` returns it.
  let changed: @Sendable (ItemIdentifier, _ locale: Text) -> Void
  /// Called when another hook takes its place, or the localization is closed.
  let end: @Sendable () -> Void

  package init(
    changed: @escaping @Sendable (ItemIdentifier, Text) -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.changed = changed
    self.end = end
  }
}

/// The calls that a connection makes on a source of values, such as a translator.
package struct SourceAccess: Sendable {
  /// The languages that the source looks through, the current one first.
  package var languages: @Sendable () -> [Text]
  package var resource: @Sendable (_ language: Text, ItemIdentifier) -> Value?
  /// Sets a resource, or removes it.
  package var setResource: @Sendable (Value?, _ language: Text, ItemIdentifier) -> Void
  /// Ends the subscription that reports changes to the connection.
  package var stop: @Sendable () -> Void

  package init(
    languages: @escaping @Sendable () -> [Text],
    resource: @escaping @Sendable (Text, ItemIdentifier) -> Value?,
    setResource: @escaping @Sendable (Value?, Text, ItemIdentifier) -> Void,
    stop: @escaping @Sendable () -> Void
  ) {
    self.languages = languages
    self.resource = resource
    self.setResource = setResource
    self.stop = stop
  }
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

  private let access: SourceAccess
  private let localization: Localization
  private let state = Mutex(State())

  private init(_ access: SourceAccess, _ localization: Localization) {
    self.access = access
    self.localization = localization
  }

  /// Connects a source, replacing the earlier one. The connection ends when another takes its
  /// place, or with the localization.
  ///
  /// - Parameter make: gets a function to be called when the source has changed.
  package static func connect(
    _ localization: Localization, _ make: (@escaping @Sendable () -> Void) -> SourceAccess
  ) {
    let link = Mutex<SourceConnection?>(nil)
    let access = make { link.withLock { $0 }?.sourceChanged() }
    let connection = SourceConnection(access, localization)
    link.withLock { $0 = connection }
    localization.setHooks(
      ValueHook(
        language: { access.languages().first },
        look: { identifier in connection.look(identifier) },
        end: {
          access.stop()
          link.withLock { $0 = nil }
        }),
      OverlayHook(
        changed: { identifier, locale in connection.add(.override(identifier, locale: locale)) },
        end: { connection.add(.end) }))
  }

  private func look(_ identifier: ItemIdentifier) -> (value: Text, locale: Text)? {
    for language in access.languages() {
      if let text = access.resource(language, identifier)?.text { return (text, language) }
    }
    return nil
  }

  private func sourceChanged() {
    add(.check)
    localization.hookChanged()
  }

  // MARK: Tasks

  private func add(_ task: Task) {
    let isFirst = state.withLock { state in
      if state.isEnded { return false }
      if case .end = task { state.isEnded = true }
      state.tasks.append(task)
      defer { state.isRunning = true }
      return !state.isRunning
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
        access.setResource(entry.original, entry.language, entry.identifier)
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
      return access.setResource(entry.original, language, identifier)
    }
    if let place {
      overrides[place].value = value
    } else {
      let original = access.resource(language, identifier)
      overrides.append(
        Override(identifier: identifier, language: language, original: original, value: value))
    }
    access.setResource(.text(value), language, identifier)
  }

  private func check(_ overrides: inout [Override]) {
    for place in overrides.indices {
      let entry = overrides[place]
      let current = access.resource(entry.language, entry.identifier)
      guard current != .text(entry.value) else { continue }
      overrides[place].original = current
      access.setResource(.text(entry.value), entry.language, entry.identifier)
    }
  }

  /// The code by which the source knows a locale.
  private func code(of locale: Text) -> Text {
    let tag = LanguageTag.comparable(locale)
    return access.languages().first { LanguageTag.comparable($0) == tag } ?? tag
  }
}
