import CalqueBase

/// A language tag while it is made canonical: its subtags in memory that is someone else's.
struct CanonicalTag {
  /// The most subtags of a tag of `LanguageTag.maximumLength`, with a keyword in the place of `posix`.
  static let most = 128

  private let subtags: UnsafeMutablePointer<Subtag>
  private let variants: UnsafeMutablePointer<Subtag>
  private var identifier: LanguageIdentifier
  /// Where extensions begin, private use, and where the tag ends.
  private let extensions: Int
  private var privateUse: Int
  private var end: Int

  /// Nil for a tag whose parts do not follow each other as they must.
  ///
  /// - Parameters:
  ///   - room: For `most` subtags.
  ///   - variants: Room for the variants of two identifiers.
  init?(
    _ tag: Bytes, _ room: UnsafeMutablePointer<Subtag>, _ variants: UnsafeMutablePointer<Subtag>
  ) {
    var (count, place) = (0, 0)
    while let part = tag.next(&place, by: 0x2D) {
      guard count < Self.most, let subtag = Subtag(part) else { return nil }
      room[count] = subtag
      count &+= 1
    }
    place = 0
    guard let identifier = LanguageIdentifier(room, &place, count, variants) else { return nil }
    (subtags, self.variants, self.identifier) = (room, variants, identifier)
    (extensions, end) = (place, count)
    while place < count, room[place].singleton != 0x78 { place &+= 1 }
    privateUse = place
    guard count != place &+ 1, areExtensions else { return nil }
  }

  /// Whether each extension has its own singleton, and something behind it.
  private var areExtensions: Bool {
    var place = extensions
    while place < privateUse {
      guard subtags[place].singleton != 0, next(place) > place &+ 1,
        find(subtags[place], extensions) == place
      else { return false }
      place = next(place)
    }
    return true
  }

  /// Where the extension behind the one at a place begins.
  private func next(_ place: Int) -> Int {
    var next = place &+ 1
    while next < privateUse, subtags[next].singleton == 0 { next &+= 1 }
    return next
  }

  /// Where a subtag stands first among the extensions; the end of those when it does not.
  private func find(_ subtag: Subtag, _ start: Int) -> Int {
    var place = start
    while place < privateUse, subtags[place] != subtag { place &+= 1 }
    return place
  }

  // MARK: Writing

  /// False for an extension that is ill-formed.
  mutating func append(to output: inout Output) -> Bool {
    identifier.replaceAliases()
    movePosix()
    identifier.append(to: &output, isCased: true)
    var last = Subtag.none
    while let start = least(extensions, privateUse, above: last, { $0.singleton != 0 }) {
      last = subtags[start]
      last.append(to: &output)
      let end = next(start)
      let isGood =
        switch last.singleton {
        case 0x74: appendTransformation(start &+ 1, end, to: &output)
        case 0x75: appendKeywords(start &+ 1, end, to: &output)
        default: append(start &+ 1, end, to: &output)
        }
      if !isGood { return false }
    }
    return append(privateUse, end, to: &output)
  }

  private func append(_ start: Int, _ end: Int, to output: inout Output) -> Bool {
    for place in start..<end { subtags[place].append(to: &output) }
    return true
  }

  /// The least of some subtags above another; of equal ones the first.
  @inline(never)
  private func least(
    _ start: Int, _ end: Int, above last: Subtag, _ isOne: (Subtag) -> Bool
  ) -> Int? {
    var least: Int?
    for place in start..<end where subtags[place].word > last.word && isOne(subtags[place]) {
      if least.map({ subtags[$0].word > subtags[place].word }) ?? true { least = place }
    }
    return least
  }

  /// Writes the old variant `posix` as the keyword `va-posix`, as ICU does.
  private mutating func movePosix() {
    let posix = Subtag(literal: "posix")
    guard identifier.removeOnly(posix) else { return }
    let keywords = find(Subtag(literal: "u"), extensions)
    let hasKeywords = keywords < privateUse
    let place = hasKeywords ? next(keywords) : privateUse
    let added = hasKeywords ? 2 : 3
    for moved in (place..<end).reversed() { subtags[moved &+ added] = subtags[moved] }
    if !hasKeywords { subtags[place] = Subtag(literal: "u") }
    subtags[place &+ added &- 2] = Subtag(literal: "va")
    subtags[place &+ added &- 1] = posix
    privateUse &+= added
    end &+= added
  }

  /// Attributes of the extension `u`, then keywords, each sorted and without repetitions.
  private func appendKeywords(_ start: Int, _ end: Int, to output: inout Output) -> Bool {
    var fields = start
    while fields < end, subtags[fields].count > 2 { fields &+= 1 }
    var last = Subtag.none
    while let attribute = least(start, fields, above: last, { _ in true }) {
      last = subtags[attribute]
      last.append(to: &output)
    }
    return appendFields(fields, end, areKeywords: true, to: &output)
  }

  /// The source language of the extension `t`, then its fields, which need values.
  private func appendTransformation(_ start: Int, _ end: Int, to output: inout Output) -> Bool {
    var place = start
    if !subtags[start].isFieldKey {
      let room = variants + LanguageIdentifier.room
      guard var source = LanguageIdentifier(subtags, &place, end, room) else { return false }
      source.replaceAliases()
      source.append(to: &output, isCased: false)
    }
    return appendFields(place, end, areKeywords: false, to: &output)
  }

  /// Keys, each with its values, sorted by key; of a repeated key the first counts.
  private func appendFields(
    _ start: Int, _ end: Int, areKeywords: Bool, to output: inout Output
  ) -> Bool {
    for place in start..<end where place == start || subtags[place].count == 2 {
      let subtag = subtags[place]
      if !(areKeywords ? subtag.isKeywordKey : subtag.isFieldKey) { return false }
    }
    var last = Subtag.none
    while let key = least(start, end, above: last, { $0.count == 2 }) {
      last = subtags[key]
      last.append(to: &output)
      var behind = key &+ 1
      while behind < end, subtags[behind].count > 2 { behind &+= 1 }
      if !areKeywords, behind == key &+ 1 { return false }
      if areKeywords, appendSuccessor(key, behind, to: &output) { continue }
      _ = append(key &+ 1, behind, to: &output)
    }
    return true
  }

  /// Deprecated values of the extension `u` (the aliases of UTS 35's key and type data): each with its
  /// key, a comma, and the values in their place. Those that are `true` are not written.
  ///
  /// Time zones and subdivisions have aliases too; they say nothing about which texts to show and
  /// are left as they are.
  private static let successors: StaticString = """
    -true, -yes, ca-ethiopic-amete-alem,-ethioaa ca-islamicc,-islamic-civil ks-primary,-level1 \
    ks-tertiary,-level3 ms-imperial,-uksystem
    """

  /// Appends what the values of a keyword are replaced by; false when they stay.
  private func appendSuccessor(_ key: Int, _ end: Int, to output: inout Output) -> Bool {
    Output.onStack(LanguageTag.maximumLength &+ 1) { values in
      _ = append(key, end, to: &values)
      let text = values.bytes
      let list = Bytes(Self.successors)
      var start = 0
      while let row = list.next(&start, by: 0x20) {
        var place = 0
        guard let old = row.next(&place, by: 0x2C),
          text.part(row[0] == 0x2D ? 2 : 0, text.count).isSame(old)
        else { continue }
        output.append(row.part(place, row.count))
        return true
      }
      return false
    }
  }
}
