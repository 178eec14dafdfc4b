import CalqueBase
import CalqueTemplate
import Testing

@Suite struct InterpolatorTests {
  private func render(
    _ text: Text, _ data: [String: String],
    _ change: (inout InterpolationSyntax) -> Void = { _ in }
  ) -> String {
    var syntax = InterpolationSyntax()
    change(&syntax)
    return Arena.onStack { arena in
      func copy(_ text: Text) -> Bytes {
        var copy = Output(in: arena)
        copy.append(text)
        return copy.bytes
      }
      let filled = Interpolator(syntax).interpolate(
        copy(text), in: arena,
        resolve: { inside, _, _ in data[Text(inside).string].map { copy(Text($0)) } },
        escape: { HTMLEscape.append($0, to: &$1) })
      return Text(filled).string
    }
  }

  @Test func valuesAreEscapedUnlessTheDashSaysNo() {
    let data = ["a": "<b>&\"'/"]
    #expect(render("{{a}}", data) == "&lt;b&gt;&amp;&quot;&#39;&#x2F;")
    #expect(render("{{- a}} {{-a}}", data) == "<b>&\"'/ <b>&\"'/")
    #expect(render("{{a}}", data) { $0.escapeValue = false } == "<b>&\"'/")
  }

  @Test func unknownPlaceholdersStay() {
    #expect(render("{{a}} {{b}} {{a}}", ["a": "1"]) == "1 {{b}} 1")
    #expect(render("{{}} {{{a}}} {{a", ["a": "1"]) == "{{}} {{{a}}} {{a")
  }

  @Test func valuesAreNotScannedAgain() {
    #expect(render("{{a}}{{b}}", ["a": "{{b}}", "b": "x"]) == "{{b}}x")
  }

  /// The unescaped ones go first, so what they insert is seen by the second pass, as in the reference.
  @Test func anUnescapedValueIsSeenByTheSecondPass() {
    #expect(render("{{- a}}", ["a": "{{b}}", "b": "<x>"]) == "&lt;x&gt;")
    #expect(render("{{a}}", ["a": "{{- b}}", "b": "x"]) == "{{- b}}")
  }

  @Test func replacementPatternsOfScriptsMeanNothing() {
    #expect(render("[{{- a}}]", ["a": "$& $1 $` $' $$"]) == "[$& $1 $` $' $$]")
  }

  @Test func withoutSkippingValuesAreScannedFromTheStart() {
    let text = render("{{a}}", ["a": "{{b}}", "b": "x"]) { $0.skipOnVariables = false }
    #expect(text == "x")
  }

  @Test(arguments: [1, 2, 3, 4])
  func replacementsAreLimited(limit: Int) {
    let text = render("{{a}}{{a}}{{a}}", ["a": "x"]) { $0.maxReplaces = limit }
    #expect(text == ["x{{a}}{{a}}", "xx{{a}}", "xxx", "xxx"][limit - 1])
  }

  @Test func aValueThatNamesItselfEnds() {
    let text = render("{{a}}", ["a": "{{a}}x"]) { syntax in
      syntax.skipOnVariables = false
      syntax.maxReplaces = 5
    }
    #expect(text == "{{a}}xxxxx")
  }
}
