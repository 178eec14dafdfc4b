import CalqueBase
import CalqueJSON
import Testing

/// The values that a reader passes on, one by one.
@Suite struct JSONSendingTests {
  private final class Record: TreeSink {
    private(set) var lines: [String] = []

    func add(_ event: TreeEvent, named name: UnsafeBufferPointer<UInt8>) {
      let name = Text(name).string
      switch event {
      case .null: lines.append("\(name)=null")
      case .bool(let bool): lines.append("\(name)=\(bool)")
      case .int(let int): lines.append("\(name)=\(int)")
      case .double(let double): lines.append("\(name)=\(double)")
      case .text(let text): lines.append("\(name)='\(Text(text).string)'")
      case .array(let count): lines.append("\(name)[\(count)")
      case .object(let count): lines.append("\(name){\(count)")
      }
    }

    func end() { lines.append("end") }
  }

  private func send(
    _ json: Text, leavingOut names: [StaticString] = [], depth: Int = 8
  ) throws -> [String]? {
    let record = Record()
    let limits = JSONLimits(maximumBytes: 1000, maximumDepth: depth)
    let isObject = try json.bytes.withUnsafeBufferPointer { bytes in
      try JSON.send(bytes, limits: limits, leavingOut: names, to: record)
    }
    return isObject ? record.lines : nil
  }

  @Test func valuesComeInTheOrderOfTheText() throws {
    let json: Text = #"{"z":[1,{"a":null},[]],"b":"x\u0000é","c":{},"d":true,"e":-0.5}"#
    #expect(
      try send(json) == [
        "{5", "z[3", "=1", "{1", "a=null", "end", "[0", "end", "end", "b='x\u{0}é'", "c{0", "end",
        "d=true", "e=-0.5", "end",
      ])
    #expect(try send("{}") == ["{0", "end"])
  }

  @Test func aValueIsSentAsItsTextIs() throws {
    let json: Text = #"{"z":[1,{"a":null},[]],"b":"x","c":{},"d":false,"e":2.5}"#
    let record = Record()
    record.add(try JSON.parse(json), named: "")
    #expect(try send(json) == record.lines)
  }

  @Test func ofNamesThatComeTwiceTheLastValueIsSentInTheFirstPlace() throws {
    #expect(try send(#"{"a":1,"b":2,"a":3}"#) == ["{2", "a=3", "b=2", "end"])
  }

  @Test func namesAreLeftOutOfTheOutermostObject() throws {
    let json: Text = #"{"x":1,"y":{"x":2},"z":[{"x":3}]}"#
    #expect(
      try send(json, leavingOut: ["x", "none"])
        == ["{2", "y{1", "x=2", "end", "z[1", "{1", "x=3", "end", "end", "end"])
  }

  @Test func whatIsNoObjectIsNotSent() throws {
    for json: Text in ["[]", "1", "null", #""text""#] { #expect(try send(json) == nil) }
  }

  @Test func depthCountsAsWhenParsing() throws {
    for json: Text in [#"{"a":{"b":[]}}"#, "[[[]]]"] {
      let isObject = json.bytes.first == 0x7B
      for (depth, isTaken) in [(2, false), (3, true), (4, true)] {
        let limits = JSONLimits(maximumBytes: 99, maximumDepth: depth)
        let sent = try? send(json, depth: depth)
        let parsed = try? JSON.parse(json, limits: limits)
        #expect((sent != nil) == (isTaken && isObject))
        #expect((parsed != nil) == isTaken)
      }
    }
  }
}
