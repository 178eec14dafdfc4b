import CalqueBase

/// The replacements of deprecated and overlong subtags, from CLDR.
enum LanguageAliases {
  /// The successor of a language, or of a language and one or two more subtags.
  @inline(never)
  static func language(
    _ language: Subtag, _ second: Subtag = .none, _ third: Subtag = .none
  ) -> Bytes? {
    withKey(language, second, third) { key in
      PackedTable(plain, keyWidth: 3, valueWidth: 3).value(of: key)
        ?? PackedTable(compound, keyWidth: 19, valueWidth: 11).value(of: key)
    }
  }

  static func script(_ script: Subtag) -> Subtag? {
    withKey(script) { PackedTable(scripts, keyWidth: 4, valueWidth: 4).value(of: $0) }
      .flatMap { Subtag($0) }
  }

  static func variant(_ variant: Subtag) -> Subtag? {
    withKey(variant) { PackedTable(variants, keyWidth: 8, valueWidth: 8).value(of: $0) }
      .flatMap { Subtag($0) }
  }

  /// The successor of a region; of several the one where the language is most spoken, else the
  /// first.
  static func region(_ region: Subtag, _ language: Subtag, _ script: Subtag) -> Subtag? {
    let found = withKey(region, isUpper: true) { key in
      PackedTable(regions, keyWidth: 3, valueWidth: 3).value(of: key)
        ?? PackedTable(divided, keyWidth: 3, valueWidth: 32).value(of: key)
    }
    guard let found else { return nil }
    if found.count <= 3 { return Subtag(found) }
    let likely = script.isThere ? likelyRegion(language, script) : nil
    let wanted = likely ?? likelyRegion(language, .none)
    for place in stride(from: 0, to: found.count, by: 2) {
      let region = Subtag(found.part(place, place &+ 2))
      if region == wanted { return region }
    }
    return Subtag(found.part(0, 2))
  }

  private static func likelyRegion(_ language: Subtag, _ script: Subtag) -> Subtag? {
    withKey(language, script) {
      PackedTable(likelyRegions, keyWidth: 8, valueWidth: 2).value(of: $0)
    }.flatMap { Subtag($0) }
  }

  /// Calls `body` with subtags as the key of a table.
  @inline(never)
  static func withKey(
    _ first: Subtag, _ second: Subtag = .none, _ third: Subtag = .none, isUpper: Bool = false,
    body: (Bytes) -> Bytes?
  ) -> Bytes? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { room in
      var key = Output(room.baseAddress, capacity: room.count)
      first.append(to: &key, upper: isUpper ? 8 : 0)
      second.append(to: &key)
      third.append(to: &key)
      return body(Bytes(rebasing: UnsafeBufferPointer(room)[..<key.length]))
    }
  }
}
