import CalqueBase
import CalqueJSON
import CalqueLoading
import Testing

@Suite struct TreeMergeTests {
  private func laid(_ upper: Text, over lower: Text) throws -> String {
    let upper = try JSON.parse(upper).object ?? Members()
    let lower = try JSON.parse(lower).object ?? Members()
    return JSON.text(of: .object(TreeMerge.merged(upper, over: lower))).string
  }

  @Test(
    arguments: [
      ("{}", #"{"a":1}"#, #"{"a":1}"#), (#"{"a":2}"#, #"{"a":1,"b":3}"#, #"{"a":2,"b":3}"#),
      (#"{"a":{"x":1}}"#, #"{"a":{"y":2}}"#, #"{"a":{"y":2,"x":1}}"#),
      (#"{"a":"t"}"#, #"{"a":{"y":2}}"#, #"{"a":"t"}"#),
      (#"{"a":{"x":1}}"#, #"{"a":"t"}"#, #"{"a":{"x":1}}"#),
      (#"{"a":[1]}"#, #"{"a":[2,3]}"#, #"{"a":[1]}"#),
      (#"{"a":null}"#, #"{"a":1}"#, #"{"a":null}"#),
      (#"{"__proto__":1,"a":{"constructor":2}}"#, #"{"a":{}}"#, #"{"a":{}}"#),
    ] as [(Text, Text, String)])
  func theUpperTreeWins(upper: Text, lower: Text, merged: String) throws {
    #expect(try laid(upper, over: lower) == merged)
  }
}
