import CalqueBase

/// Language, script, region and variants: the `unicode_language_id` of UTS 35.
struct LanguageIdentifier {
  /// Variants that there is room for: a tag has 50 at most, and replacements add few.
  static let room = 64

  private(set) var language: Subtag
  private(set) var script = Subtag.none
  private(set) var region = Subtag.none
  /// In their order, each once; they are someone else's memory.
  let variants: UnsafeMutablePointer<Subtag>
  private(set) var count = 0

  /// Reads the identifier that begins at `place` and moves `place` behind it; nil when no language
  /// stands there or a variant stands twice.
  ///
  /// - Parameter variants: Room for variants.
  init?(
    _ subtags: UnsafeMutablePointer<Subtag>, _ place: inout Int, _ end: Int,
    _ variants: UnsafeMutablePointer<Subtag>
  ) {
    guard place < end, subtags[place].isLanguage else { return nil }
    language = subtags[place]
    self.variants = variants
    place &+= 1
    func take(_ isOne: (Subtag) -> Bool) -> Subtag {
      guard place < end, isOne(subtags[place]) else { return .none }
      place &+= 1
      return subtags[place &- 1]
    }
    script = take { $0.isScript }
    region = take { $0.isRegion }
    while place < end, subtags[place].isVariant {
      guard insert(subtags[place]) else { return nil }
      place &+= 1
    }
  }

  /// Adds a variant; false when it is there already.
  private mutating func insert(_ variant: Subtag) -> Bool {
    var place = count
    while place > 0, variants[place &- 1].word >= variant.word { place &-= 1 }
    if count == Self.room || place < count && variants[place] == variant { return false }
    for above in (place..<count).reversed() { variants[above &+ 1] = variants[above] }
    variants[place] = variant
    count &+= 1
    return true
  }

  private mutating func remove(_ place: Int, _ removed: Int) {
    count &-= removed
    for next in place..<count { variants[next] = variants[next &+ removed] }
  }

  /// Takes the only variant away if it is this one.
  mutating func removeOnly(_ variant: Subtag) -> Bool {
    guard count == 1, variants[0] == variant else { return false }
    count = 0
    return true
  }

  /// Appends all subtags, in their usual case or in lower case.
  func append(to output: inout Output, isCased: Bool) {
    language.append(to: &output)
    script.append(to: &output, upper: isCased ? 1 : 0)
    region.append(to: &output, upper: isCased ? 8 : 0)
    for place in 0..<count { variants[place].append(to: &output) }
  }

  // MARK: Aliases

  /// Replacements made at most; no chain of CLDR's aliases is nearly as long.
  private static let budget = 32

  /// Replaces deprecated subtags (UTS 35, annex C, LocaleId canonicalization) until nothing has a
  /// successor.
  @inline(never)
  mutating func replaceAliases() {
    for _ in 0..<Self.budget {
      guard replaceLanguage() || replaceOther() else { return }
    }
  }

  /// Tries the kinds of rules in the order in which ICU tries them.
  private mutating func replaceLanguage() -> Bool {
    if region.isThere, let found = LanguageAliases.language(language, region) {
      region = .none
      return apply(found)
    }
    for place in 0..<count {
      guard let found = LanguageAliases.language(language, variants[place]) else { continue }
      remove(place, 1)
      return apply(found)
    }
    if let found = LanguageAliases.language(language) { return apply(found) }
    // The rules for `und` and variants hold for every language.
    for place in 0..<count {
      for both in (place &+ 1 < count ? 0 : 1)..<2 {
        let next = both == 0 ? variants[place &+ 1] : .none
        guard let found = LanguageAliases.language(.anyLanguage, variants[place], next) else {
          continue
        }
        remove(place, 2 &- both)
        return apply(found)
      }
    }
    return false
  }

  private mutating func replaceOther() -> Bool {
    if region.isThere, let found = LanguageAliases.region(region, language, script) {
      region = found
      return true
    }
    if script.isThere, let found = LanguageAliases.script(script) {
      script = found
      return true
    }
    for place in 0..<count {
      guard let found = LanguageAliases.variant(variants[place]) else { continue }
      remove(place, 1)
      _ = insert(found)
      return true
    }
    return false
  }

  /// Takes over a successor: its language unless that is `und`, its script and region where there
  /// is none, its variants.
  private mutating func apply(_ successor: Bytes) -> Bool {
    var (place, isFirst) = (0, true)
    while let part = successor.next(&place, by: 0x2D) {
      guard let found = Subtag(part) else { return false }
      if isFirst {
        if found != .anyLanguage { language = found }
      } else if found.isScript {
        if !script.isThere { script = found }
      } else if found.isRegion {
        if !region.isThere { region = found }
      } else {
        _ = insert(found)
      }
      isFirst = false
    }
    return true
  }
}
