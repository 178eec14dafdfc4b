import CalqueBase
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
