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
      case .array: lines.append("\(name)[")
      case .object: lines.append("\(name){")
      }
    }

    func end() { lines.append("end") }
  }

  /// - Parameter size: of pieces; without one the text is read whole.
  private func send(
    _ json: Text, leavingOut names: [Literal] = [], depth: Int = 8, inPiecesOf size: Int = 1000
  ) throws -> [String]? {
    let limits = JSONLimits(maximumBytes: 1000, maximumDepth: depth)
    return try json.bytes.withUnsafeBufferPointer { bytes in
      try JSON.send(bytes, limits: limits, leavingOut: names, inPiecesOf: size) { Record() }?.lines
    }
  }

  @Test func valuesComeInTheOrderOfTheText() throws {
    let json: Text = #"{"z":[1,{"a":null},[]],"b":"x\u0000é","c":{},"d":true,"e":-0.5}"#
    #expect(
      try send(json) == [
        "{", "z[", "=1", "{", "a=null", "end", "[", "end", "end", "b='x\u{0}é'", "c{", "end",
        "d=true", "e=-0.5", "end",
      ])
    #expect(try send("{}") == ["{", "end"])
  }

  @Test func aValueIsSentAsItsTextIs() throws {
    let json: Text = #"{"z":[1,{"a":null},[]],"b":"x","c":{},"d":false,"e":2.5}"#
    let record = Record()
    record.add(try JSON.parse(json), named: "")
    #expect(try send(json) == record.lines)
  }

  @Test func ofNamesThatComeTwiceTheLastValueIsSentInTheFirstPlace() throws {
    #expect(try send(#"{"a":1,"b":2,"a":3}"#) == ["{", "a=3", "b=2", "end"])
  }

  @Test func namesAreLeftOutOfTheOutermostObject() throws {
    let json: Text = #"{"x":1,"y":{"x":2},"z":[{"x":3}]}"#
    #expect(
      try send(json, leavingOut: ["x", "none"])
        == ["{", "y{", "x=2", "end", "z[", "{", "x=3", "end", "end", "end"])
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

  @Test(arguments: 1...40)
  func piecesOfAnySizeSendWhatTheWholeTextDoes(size: Int) throws {
    let texts: [Text] = [
      #"{"a":1,"b":{"c":"x,}\"{","d":[1,{"e":2}],"f":{"g":{}}},"h":"\\","i":null}"#,
      #" { "a" : { "b" : { "c" : { "d" : { "e" : { "f" : [ [ ] , 1.5 ] } } } } } , "g" : "é" } "#,
      #"{"a":{"x":1,"y":2},"b":2,"a":3,"x":{"x":{"x":1}},"n":99999999999999999999}"#,
      #"{"x":{"x":"left out, and not so inside"},"\u0061":1,"b":{"a":1,"\u0061":2}}"#,
      "\u{FEFF}{\"a\":1,\"b\":2}", "[1,2,3]", "{}", "{ }",
    ]
    for text in texts {
      #expect(try send(text, inPiecesOf: size) == send(text))
      #expect(
        try send(text, leavingOut: ["x"], inPiecesOf: size) == send(text, leavingOut: ["x"]))
      for depth in 1..<8 {
        let whole = try? send(text, depth: depth)
        #expect((try? send(text, depth: depth, inPiecesOf: size)) == whole)
      }
    }
  }

  /// Every text that is one byte shorter, or one byte longer, than a right one.
  @Test(arguments: [1, 2, 5, 9, 14])
  func piecesRefuseWhatTheWholeTextIsRefusedFor(size: Int) {
    let text: Text = #"{"a":1,"b":{"c":"x","d":[1]},"e":{"f":{}}}"#
    func mistake(_ text: Text, _ size: Int) -> String? {
      do throws(any Error) {
        return try send(text, inPiecesOf: size)?.joined(separator: " ")
      } catch {
        return "\(error)"
      }
    }
    for offset in text.bytes.indices {
      var bytes = text.bytes
      bytes.remove(at: offset)
      #expect(mistake(Text(bytes), size) == mistake(Text(bytes), 1000))
      for added in #",:{}[]" 0\#u{FF}"#.utf8 {
        bytes = text.bytes
        bytes.insert(added, at: offset)
        #expect(mistake(Text(bytes), size) == mistake(Text(bytes), 1000))
      }
    }
  }
}
