import CalqueBase
package import CalqueProposals
package import CalqueTranslator

/// A translator behind a localization. Neither noun knows the other: they meet here.
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
          // A text in the place of a text is within the limits of its catalog.
          try? translator.setResource(
            value, key: identifier.key, lng: language, ns: identifier.section)
        }, stop: { _ = translator.events.unsubscribe(subscription) })
    }
  }
}
