import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@Suite struct MemoryTransportTests {
  private let worker = Worker()
  private let transport = MemoryTransport()

  private func ask(_ url: Text) -> Result<Response, Diagnostic> {
    let answers = Answers()
    _ = Exchange.start(Request(url: url), over: transport, on: worker, answers.completion)
    return answers.first()
  }

  @Test func answersComeInOrderAndTheLastOneStays() {
    let failure = Diagnostic(.unreachable, "down")
    transport.answer(
      "a:",
      with: [.failure(failure), .success(Response(status: 500)), .success(Response(status: 200))])
    #expect(ask("a:").code == .unreachable)
    #expect(ask("a:").response?.status == 500)
    #expect(ask("a:").response?.status == 200)
    #expect(ask("a:").response?.status == 200)
  }

  @Test func whatIsNotInTheTableIs404() {
    #expect(ask("a:").response?.status == 404)
    transport.fail("a:", with: .insecure)
    #expect(ask("a:").code == .insecure)
  }

  @Test func requestsAreRecorded() {
    _ = ask("a:")
    _ = ask("b:")
    transport.waitForRequests(2)
    #expect(transport.requests.map(\.url) == ["a:", "b:"])
  }

  @Test func releasingAnswersAllThatWereHeld() {
    transport.answer("a:", with: Response(status: 200))
    transport.hold("a:")
    let answers = Answers()
    for _ in 0..<3 {
      _ = Exchange.start(Request(url: "a:"), over: transport, on: worker, answers.completion)
    }
    #expect(ask("b:").response?.status == 404)
    #expect(answers.count == 0)
    transport.release("a:")
    answers.wait(for: 3)
    #expect(ask("a:").response?.status == 200)
  }
}
