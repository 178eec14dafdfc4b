import CalqueBase
import CalqueMessages
import Testing

@Suite struct LookupTests {
  @Test(arguments: ["KeY", "key", "KEY", "kEy"] as [Text])
  func upperAndLowerCaseAreOne(key: Text) throws {
    #expect(try table([("KeY", "value")]).message(for: key) == "value")
  }

  @Test func casesOfAllOfUnicodeAreOne() throws {
    let messages = try table([("ÉCOLE", "school"), ("İKEY", "dotted"), ("ΣΑΣ", "sigma")])
    #expect(messages.message(for: "école") == "school")
    #expect(messages.message(for: "i̇key") == "dotted")
    #expect(messages.message(for: "σας") == nil, "no final sigma: letters are mapped one by one")
    #expect(try table([("STRASSE", "s")]).message(for: "straße") == nil)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 16, 127, 128, 129, 1000])
  func keysOfAnyLengthAreFound(length: Int) throws {
    let key = Text([UInt8](repeating: 0x4B, count: length))
    let messages = try table([(key, "found"), (key + "x", "longer")])
    #expect(messages.message(for: key.lowercasedASCII()) == "found")
    #expect(messages.message(for: key + "X") == "longer")
    #expect(messages.message(for: key + "y") == nil)
  }

  @Test func bytesBesideTheLettersAreNotFolded() throws {
    let messages = try table([("@[`{", "signs"), (Text([0]), "NUL")])
    #expect(messages.message(for: "@[`{") == "signs")
    #expect(messages.message(for: "`{@[") == nil)
    #expect(messages.message(for: Text([0])) == "NUL")
  }

  @Test func laterEntriesReplaceEarlierOnes() throws {
    let messages = try table([("", "one"), ("A", "two")])
    try messages.store([MessageChange(.message, "", "three"), MessageChange(.message, "a", "four")])
    #expect(messages.message(for: "") == "three")
    #expect(messages.message(for: "A") == "four")
    #expect(messages.state.table.messageCount == 2)
  }

  @Test func synonymsLeadToMessagesOnceOnly() throws {
    let messages = try table(
      [("real", "text"), ("both", "own")],
      synonyms: [
        ("syn", "REAL"), ("synsyn", "syn"), ("dangling", "nowhere"), ("both", "real"),
      ])
    #expect(messages.message(for: "SYN") == "text")
    #expect(messages.message(for: "synsyn") == nil)
    #expect(messages.message(for: "dangling") == nil)
    #expect(messages.message(for: "both") == "own", "a message comes before a synonym")
  }

  @Test func modeJSFollowsSynonymsOfSynonymsAndEndsInCircles() throws {
    let messages = try table(
      [("real", "text")],
      synonyms: [("a", "b"), ("b", "real"), ("x", "y"), ("y", "x")], options: options(.js))
    #expect(messages.message(for: "a") == "text")
    #expect(messages.message(for: "x") == nil)
  }

  @Test func removingAMessageUncoversItsSynonym() throws {
    let messages = try table([("real", "text"), ("k", "own")])
    #expect(try messages.remove("K"))
    #expect(try !messages.remove("K"))
    #expect(messages.message(for: "k") == nil)
    #expect(messages.message(for: "real") == "text")
    messages.clear()
    #expect(messages.message(for: "real") == nil)
    #expect(messages.state.table.messageCount == 0)
  }

  @Test func everyEntryIsEnumeratedAsSpelled() throws {
    let messages = try table([("Big", "1"), ("small", "2")], synonyms: [("Syn", "Big")])
    var seen: [Text] = []
    messages.state.table.each { kind, key, text in
      seen.append((kind == .message ? "m " : "s ") + Text(key) + "=" + Text(text))
      return true
    }
    #expect(seen == ["m Big=1", "m small=2", "s Syn=Big"])
  }

  @Test func manyKeysAreAllFound() throws {
    var changes: [MessageChange] = []
    for number in 0..<5000 {
      changes.append(
        MessageChange(
          .message, "Key" + Decimal.text(of: Int64(number)), "v" + Decimal.text(of: Int64(number))))
    }
    let messages = Messages()
    try messages.store(changes)
    for number in stride(from: Int64(0), to: 5000, by: 7) {
      #expect(
        messages.message(for: "kEY" + Decimal.text(of: number)) == "v" + Decimal.text(of: number))
    }
    #expect(messages.message(for: "key5000") == nil)
  }
}
