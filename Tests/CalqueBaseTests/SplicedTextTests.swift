import CalqueBase
import Testing

@Suite struct SplicedTextTests {
  private func parts(_ text: SplicedText) -> [String] {
    [text.withFront { Text($0).string }, text.withBack { Text($0).string }]
  }

  @Test func aTextIsChangedFromItsStartAndFromItsEnd() {
    var text = SplicedText("one two three")
    text.move(to: 4)
    #expect(parts(text) == ["one ", "two three"])
    text.replace(3, with: "a longer number")
    #expect(parts(text) == ["one a longer number", " three"])
    text.move(to: 0)
    text.replace(3, with: "")
    #expect(parts(text) == ["", " a longer number three"])
    text.move(to: text.count)
    text.replace(0, with: "!")
    #expect(text.text == " a longer number three!")
    #expect(text.count == 23 && text.place == 23)
  }

  @Test func offsetsAndCountsOutsideAreClamped() {
    var text = SplicedText("abc")
    text.move(to: -1)
    #expect(text.place == 0)
    text.move(to: 9)
    #expect(text.place == 3)
    text.replace(5, with: "d")
    text.replace(-1, with: "e")
    #expect(text.text == "abcde")
  }

  @Test func itComesToTheSameAsCuttingAndJoining() {
    var state: UInt64 = 7
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var whole: Text = "0123456789"
    var spliced = SplicedText(whole)
    for _ in 0..<1000 {
      let start = next(whole.count + 1)
      let count = next(min(whole.count - start, 12) + 1)
      let inserted = Text([UInt8](repeating: UInt8(0x61 + next(26)), count: next(12)))
      whole = whole.part(0, start) + inserted + whole.part(start + count)
      spliced.move(to: start)
      spliced.replace(count, with: inserted)
      #expect(spliced.text == whole)
    }
  }
}
