package import CalqueBase

/// Fallback by CLDR: parent locales, likely scripts and likely regions.
package enum ParentLocales {
  /// A tag and those whose texts stand in for its own, the nearest first: `es-AR`, `es-419`, `es`.
  ///
  /// None is in another script than the tag: `zh-HK` leads to `zh-Hant` and never to `zh`. In
  /// languages that are written in several scripts, a tag is followed by its other spellings, those
  /// with and without the likely script and region: `zh-Hant`, `zh-TW`, `zh-Hant-TW`.
  ///
  /// - Parameter tag: canonical.
  package static func chain(of tag: Text) -> [Text] {
    var chain = [tag]
    var next: Name? = Name(tag)
    while let name = next {
      for tag in name.spellings where !chain.contains(tag) { chain.append(tag) }
      next = name.parent
    }
    return chain
  }

  /// A tag without its extensions.
  private struct Name {
    var language: Text
    var script: Text?
    var region: Text?
    var variants: [Text] = []

    init(language: Text, script: Text? = nil, region: Text? = nil) {
      (self.language, self.script, self.region) = (language, script, region)
    }

    init(_ tag: Text) {
      let subtags = tag.split("-").prefix { $0.count > 1 }
      language = subtags.first ?? tag
      for subtag in subtags.dropFirst() {
        let shape = variants.isEmpty && region == nil ? Subtag(subtag) : nil
        if script == nil, shape?.isScript ?? false {
          script = subtag
        } else if shape?.isRegion ?? false {
          region = subtag
        } else {
          variants.append(subtag)
        }
      }
    }

    var tag: Text {
      Text.joined([language] + [script, region].compactMap { $0 } + variants, by: "-")
    }

    /// Nil where nothing but the root of all languages stands in.
    var parent: Name? {
      let marks = PackedTable(ParentLocales.marks, keyWidth: 10, valueWidth: 1)
      if let mark = marks.text(of: tag.lowercasedASCII()) {
        let parents = PackedTable(ParentLocales.parents, keyWidth: 1, valueWidth: 10)
        return parents.text(of: mark).map { Name($0) }
      }
      var shorter = self
      if shorter.variants.popLast() != nil { return shorter }
      if let region {
        if script == nil, let likely = likelyScript(in: region) {
          return Name(language: language, script: likely, region: region).parent
        }
        shorter.region = nil
        return shorter
      }
      guard let script, likelyScript() ?? script == script else { return nil }
      return Name(language: language)
    }

    /// The tag, then its forms with and without what is likely.
    var spellings: [Text] {
      guard variants.isEmpty, let usual = likelyScript() else { return [tag] }
      let script = script ?? region.flatMap { likelyScript(in: $0) } ?? usual
      var names = [self]
      if region == nil { names.append(Name(language: language, script: script)) }
      if let region = region ?? likelyRegion(script == usual ? nil : script) {
        if likelyScript(in: region) == script {
          names.append(Name(language: language, region: region))
        }
        names.append(Name(language: language, script: script, region: region))
      }
      return names.map { $0.tag }
    }

    /// Nil for a language that is written in one script.
    private func likelyScript(in region: Text? = nil) -> Text? {
      let scripts = PackedTable(ParentLocales.scripts, keyWidth: 7, valueWidth: 4)
      let inRegion = region.flatMap { scripts.text(of: (language + "-" + $0).lowercasedASCII()) }
      return inRegion ?? scripts.text(of: language)
    }

    private func likelyRegion(_ script: Text?) -> Text? {
      PackedTable(ParentLocales.regions, keyWidth: 8, valueWidth: 3)
        .text(of: Name(language: language, script: script).tag.lowercasedASCII())
    }
  }
}
