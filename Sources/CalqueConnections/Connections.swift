package import CalqueBase
package import CalqueMessages
package import CalqueProposals
package import CalqueTranslator

/// A translator as the source of a localization. Neither module imports the other.
package final class LocalizationTranslator: ValueSource {
  private let translator: Translator
  private let subscription = Mutex<UInt64>(0)

  private init(_ translator: Translator) { self.translator = translator }

  /// Connects a translator; nil ends the connection.
  package static func connect(_ translator: Translator?, to localization: Localization) {
    guard let translator else { return localization.setHook(nil) }
    SourceConnection.connect(localization, LocalizationTranslator(translator))
  }

  package var languages: [Text] { translator.languages(for: nil) }

  package func resource(_ language: Text, _ identifier: ItemIdentifier) -> Value? {
    translator.resource(lng: language, ns: identifier.section, key: identifier.key)
  }

  package func setResource(_ value: Value?, _ language: Text, _ identifier: ItemIdentifier) {
    // Replacing one text by another cannot exceed the limits of its catalog.
    try? translator.setResource(value, key: identifier.key, lng: language, ns: identifier.section)
  }

  package func start(_ changed: @escaping @Sendable () -> Void) {
    let number = translator.subscribeToChanges(changed)
    subscription.withLock { $0 = number }
  }

  package func stop() {
    _ = translator.events.unsubscribe(subscription.withLock { $0 })
  }
}

extension Translator {
  fileprivate func subscribeToChanges(_ changed: @escaping @Sendable () -> Void) -> UInt64 {
    events.subscribe("initialized languageChanged loaded added removed") { _, _ in changed() }
  }
}

/// A translator connected to a message table. Neither module imports the other.
package enum MessageTranslator {
  /// Connects a translator; nil ends the connection.
  package static func connect(_ translator: Translator?, to messages: Messages) {
    guard let translator else { return messages.setResolver(nil) }
    let subscription = translator.subscribeToChanges(messages.hookChange)
    let resolver = MessageResolver { key, arguments in text(translator, key, arguments) }
    messages.setResolver(resolver) { _ = translator.events.unsubscribe(subscription) }
  }

  /// The translation of a key; nil when there is none, without calling the host's callbacks for
  /// missing keys.
  private static func text(_ translator: Translator, _ key: Text, _ arguments: [Value]) -> Text? {
    var options = Members()
    var variables = Members()
    for (position, argument) in arguments.enumerated() {
      variables[Decimal.text(of: Int64(position + 1))] = argument
      if argument.number != nil, options["count"] == nil { options["count"] = argument }
    }
    if translator.format == .ios {
      options["variables"] = .object(variables)
    } else {
      options.merge(variables)
    }
    guard translator.exists([key], options) else { return nil }
    let translation = translator.translate([key], options)
    return translation.isMissing ? nil : translation.text
  }
}
