import CalqueBase
import Testing

@Suite struct TextTests {
  @Test func equalityIsThatOfBytes() {
    let composed: Text = "\u{E9}"
    let decomposed: Text = "e\u{301}"
    #expect(composed != decomposed)
    #expect(composed == Text([0xC3, 0xA9]))
    #expect(Text() == "")
  }

  @Test func aTextWithNULIsWhole() {
    let text = Text("a\u{0}b" as String)
    #expect(text.count == 3)
    #expect(text != "a")
    #expect(text.string == "a\u{0}b")
  }

  @Test func literalsMatchWholeTextsOnly() {
    let text: Text = "count"
    #expect(text.equals("count"))
    #expect(!text.equals("coun"))
    #expect(!text.equals("counts"))
    #expect(!text.equals("Count"))
    switch text {
    case "context": Issue.record("matched another literal")
    case "count": break
    default: Issue.record("matched none")
    }
  }

  @Test func appendingKeepsWhatWasThere() {
    var text: Text = "a"
    text.append("é")
    text.append(0x21)
    text += "?"
    text.append(decimal: -12)
    text.append(Text("xyz").bytes[1...])
    #expect(text == "aé!?-12yz")
    #expect("a" + text.part(1, 3) == "aé")
  }

  @Test func orderIsThatOfCodePoints() {
    let sorted: [Text] = ["", "A", "a", "ab", "b", "é", "\u{FFFF}", "😀"]
    #expect(sorted.reversed().sorted() == sorted)
  }

  @Test func bytesThatAreNotUTF8BecomeReplacementsInStrings() {
    #expect(Text([0x61, 0xFF]).string == "a\u{FFFD}")
  }
}
