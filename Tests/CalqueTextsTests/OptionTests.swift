import CalqueBase
import CalqueJSON
import Testing

@testable import CalqueTexts

@Suite struct OptionTests {
  private func read(_ json: String) throws -> TextsOptions {
    try TextsOptions(try #require(try JSON.parse(Text(json)).object))
  }

  @Test func allHaveADefault() throws {
    let options = try read("{}")
    #expect(options.sessionID == "Default")
    #expect(options.cacheDirectory == nil && options.resourceBundle == nil)
    #expect(options.resourceTimeout == 10_000 && options.reloadInterval == 0)
    #expect(options.maximumBytes == 16 << 20 && options.maximumVersionBytes == 1 << 20)
    #expect(options.maxParallelReads == 10)
  }

  @Test func areReadByName() throws {
    let options = try read(
      #"""
      {"sessionID": "s", "cacheDirectory": "/c", "resourceBundle": "/b", "resourceTimeout": 1,
       "reloadInterval": 2, "maximumBytes": 3, "maximumVersionBytes": 4, "maxParallelReads": 5,
       "somethingElse": 6}
      """#)
    #expect(options.sessionID == "s")
    #expect(options.cacheDirectory == "/c" && options.resourceBundle == "/b")
    #expect(options.resourceTimeout == 1 && options.reloadInterval == 2)
    #expect(options.maximumBytes == 3 && options.maximumVersionBytes == 4)
    #expect(options.maxParallelReads == 5)
  }

  @Test(arguments: [
    (#"{"sessionID": ""}"#, "sessionID"), (#"{"sessionID": 1}"#, "sessionID"),
    (#"{"cacheDirectory": false}"#, "cacheDirectory"),
    (#"{"resourceBundle": []}"#, "resourceBundle"),
    (#"{"resourceTimeout": 0}"#, "resourceTimeout"),
    (#"{"resourceTimeout": 2147483648}"#, "resourceTimeout"),
    (#"{"resourceTimeout": "1"}"#, "resourceTimeout"),
    (#"{"reloadInterval": -1}"#, "reloadInterval"),
    (#"{"maximumBytes": 1073741825}"#, "maximumBytes"),
    (#"{"maximumVersionBytes": 67108865}"#, "maximumVersionBytes"),
    (#"{"maxParallelReads": 0}"#, "maxParallelReads"),
    (#"{"maxParallelReads": 1001}"#, "maxParallelReads"),
  ])
  func whatIsOutOfRangeIsRefused(json: String, path: String) throws {
    let error = #expect(throws: Diagnostic.self) { try read(json) }
    #expect(error?.code == .invalidOption)
    #expect(error?.path.string == path)
  }
}
