import CalqueBase
import Testing

@Suite struct SplicedTextTests {
  private func parts(_ text: SplicedText) -> [String] {
    [Text(text.front).string, Text(text.back).string]
  }

  private func withText(_ text: Text, _ body: (inout SplicedText) -> Void) {
    Arena.onStack { arena in
      var spliced = text.bytes.withUnsafeBufferPointer { SplicedText($0, in: arena) }
      body(&spliced)
    }
  }

  private func replace(_ count: Int, with new: Text, in text: inout SplicedText) {
    new.bytes.withUnsafeBufferPointer { text.replace(count, with: $0) }
  }

  @Test func aTextIsChangedFromItsStartAndFromItsEnd() {
    withText("one two three") { text in
      text.move(to: 4)
      #expect(parts(text) == ["one ", "two three"])
      replace(3, with: "a longer number", in: &text)
      #expect(parts(text) == ["one a longer number", " three"])
      text.move(to: 0)
      replace(3, with: "", in: &text)
      #expect(parts(text) == ["", " a longer number three"])
      text.move(to: text.count)
      replace(0, with: "!", in: &text)
      #expect(text.text == " a longer number three!")
      #expect(text.count == 23 && text.place == 23)
      text.move(to: 2)
      #expect(Text(text.whole()) == " a longer number three!")
    }
  }

  @Test func offsetsAndCountsOutsideAreClamped() {
    withText("abc") { text in
      text.move(to: -1)
      #expect(text.place == 0)
      text.move(to: 9)
      #expect(text.place == 3)
      replace(5, with: "d", in: &text)
      replace(-1, with: "e", in: &text)
      #expect(text.text == "abcde")
    }
  }

  @Test func itComesToTheSameAsCuttingAndJoining() {
    var state: UInt64 = 7
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var whole: Text = "0123456789"
    withText(whole) { spliced in
      for _ in 0..<1000 {
        let start = next(whole.count + 1)
        let count = next(min(whole.count - start, 12) + 1)
        let inserted = Text([UInt8](repeating: UInt8(0x61 + next(26)), count: next(12)))
        whole = whole.part(0, start) + inserted + whole.part(start + count)
        spliced.move(to: start)
        replace(count, with: inserted, in: &spliced)
        #expect(spliced.text == whole)
      }
    }
  }
}
