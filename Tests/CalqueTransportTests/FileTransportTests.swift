import CPlatform
import CalqueBase
import CalqueStorage
import CalqueTransport
import TestSupport
import Testing

@Suite final class FileTransportTests {
  private let folder = TestFolder()
  private let directory: CacheDirectory
  private let worker = Worker()
  private let answers = Answers()

  init() { directory = CacheDirectory(folder.path) }

  private func answer(
    _ url: Text, method: Text = "GET", maximumBytes: Int = 100
  ) -> Result<Response, Diagnostic> {
    var request = Request(url: url)
    (request.method, request.maximumBytes) = (method, maximumBytes)
    let services = Services(now: { 0 })
    _ = services.start(request, on: worker, answers.completion)
    return answers.first()
  }

  @Test(arguments: ["", "file://", "FILE://", "file://localhost"] as [Text])
  func filesAreRead(prefix: Text) throws {
    try directory.write("{\"a\": 1}", to: "a b.json")
    let path = prefix.isEmpty ? directory.path + "/a b.json" : directory.path + "/a%20b.json"
    let response = try answer(prefix + path).get()
    #expect(response.status == 200)
    #expect(response.body == "{\"a\": 1}")
  }

  @Test func aFileThatIsNotThereIs404() throws {
    #expect(try answer(directory.path + "/none.json").get().status == 404)
  }

  @Test func aDirectoryIsRefused() {
    #expect(answer(directory.path).code == .io)
  }

  @Test func aPipeIsRefusedWithoutWaitingForItsOtherEnd() throws {
    try directory.make()
    let path = directory.path + "/pipe"
    #expect(mkfifo(path.string, 0o600) == 0)
    #expect(answer(path).code == .io)
  }

  @Test(arguments: [(99, true), (100, true), (101, false)])
  func aFileHasALimit(count: Int, fits: Bool) throws {
    try directory.write(Text([UInt8](repeating: 0x61, count: count)), to: "big")
    let result = answer("file://" + directory.path + "/big")
    #expect(result.response?.body.count == (fits ? count : nil))
    #expect(result.code == (fits ? nil : .limitExceeded))
  }

  @Test func filesAreOnlyRead() throws {
    try directory.write("x", to: "a")
    #expect(answer(directory.path + "/a", method: "POST").code == .unsupported)
  }

  @Test func headHasNoBody() throws {
    try directory.write("x", to: "a")
    let response = try answer(directory.path + "/a", method: "HEAD").get()
    #expect(response.status == 200)
    #expect(response.body.isEmpty)
  }

  @Test(arguments: ["file://server/a", "file:///a%00b", "file:a", "file://"] as [Text])
  func otherFileURLsAreRefused(url: Text) {
    #expect(answer(url).code == .invalidArgument)
  }
}
