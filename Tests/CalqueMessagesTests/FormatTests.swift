import CalqueBase
import CalqueJSON
import CalqueMessages
import Testing

@Suite struct FormatTests {
  @Test func argumentsTakeTheirPlaces() throws {
    let messages = try table([("greet", "%2, %1!")])
    let (text, _, problem) = messages.format("%{greet} 100%%", [.text("Bo"), .text("Hi")])
    #expect(text == "Hi, Bo! 100%")
    #expect(problem == nil)
  }

  @Test func valuesAreSpelledAsJSON() throws {
    let values: [Value] = [.int(-3), .double(1.5), .bool(true), .null, .array([.int(1)])]
    #expect(Messages().format("%1 %2 %3 %4 %5", values).text == "-3 1.5 true  [1]")
  }

  @Test func whatIsPutInIsNotSearched() throws {
    let messages = try table([("k", "v")])
    #expect(messages.format("%1%2", [.text("%2%{k}%"), .text("%%1")]).text == "%2%{k}%%%1")
  }

  @Test(arguments: [
    ("%1 %3", "a %3", "the text refers to %3, but the number of arguments is 2"),
    ("%0 %1 %2", "%0 a b", "the text refers to %0, but the number of arguments is 2"),
    ("%1 %1 %2", "a a b", "the text refers more than once to %1"),
    ("x", "x", "the text does not refer to %1, %2"),
  ])
  func numbersAreValidated(text: String, expected: String, message: String) throws {
    let result = Messages().format(Text(text), [.text("a"), .text("b")])
    #expect(result.text == Text(expected))
    #expect(result.problem?.code == .invalidPlaceholder)
    #expect(result.problem?.message == Text(message))
  }

  @Test func checkingNamesWhatCannotBeReplaced() throws {
    let messages = try table([("a", "%{nope} %2 %{b}"), ("b", "%{a} %1 %{Nope}")])
    let (report, outcome) = messages.check("%{a} %%{ignored}")
    #expect(outcome == [.missing, .cycle])
    #expect(
      JSON.text(of: report)
        == #"{"missing":["nope"],"cycles":["a"],"limited":[],"placeholders":[1,2]}"#)
  }

  @Test func comparingFindsEveryDifference() throws {
    let source = try table([
      ("same", "%1 of %2"), ("Lost", "x"), ("blank", "x"), ("few", "%1 %{Ref} 5%%"),
      ("both", ""),
    ])
    let translation = try table([
      ("SAME", "%2 von %1"), ("blank", ""), ("few", "%1 %1"), ("more", "y"), ("both", ""),
    ])
    #expect(
      JSON.text(of: MessageComparison.report(source: source, translation: translation))
        == #"{"missing":["Lost"],"extra":["more"],"empty":["blank"],"mismatches":"#
        + #"[{"key":"few","source":["%1","%{ref}"],"translation":["%1","%1"]}]}"#)
  }
}
