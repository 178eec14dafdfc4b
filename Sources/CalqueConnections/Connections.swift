import CalqueBase
package import CalqueMessages
package import CalqueProposals
package import CalqueTranslator

/// A translator connected to a localization. Neither module imports the other.
package enum LocalizationTranslator {
  package static func connect(_ translator: Translator, to localization: Localization) {
    SourceConnection.connect(localization) { changed in
      let subscription = translator.events.subscribe(
        "initialized languageChanged loaded added removed"
      ) { _, _ in changed() }
      return SourceAccess(
        languages: { translator.languages(for: nil) },
        resource: { language, identifier in
          translator.resource(lng: language, ns: identifier.section, key: identifier.key)
        },
        setResource: { value, language, identifier in
          // Replacing one text by another cannot exceed the limits of its catalog.
          try? translator.setResource(
            value, key: identifier.key, lng: language, ns: identifier.section)
        }, stop: { _ = translator.events.unsubscribe(subscription) })
    }
  }
}

/// A translator connected to a message table. Neither module imports the other.
package enum MessageTranslator {
  package static func connect(_ translator: Translator, to messages: Messages) {
    let change = messages.hookChange
    let subscription = translator.events.subscribe(
      "initialized languageChanged loaded added removed"
    ) { _, _ in change() }
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
