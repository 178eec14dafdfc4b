import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@Suite struct ExchangeConcurrencyTests {
  @Test func anAnswerATimeoutAndACancelRaceForOneCompletion() {
    let (worker, other, answers) = (Worker(), Worker(), Answers())
    let transport = MemoryTransport()
    let url: Text = "https://example.org/"
    transport.answer(url, with: Response(status: 200))
    transport.hold(url)
    var request = Request(url: url)
    for round in 1...200 {
      request.timeout = round % 3 + 1
      let exchange = Exchange.start(request, over: transport, on: worker, answers.completion)
      other.run { exchange.cancel() }
      exchange.complete(.success(Response(status: 200)))
      answers.wait(for: round)
    }
    // An exchange held back by the transport would keep the transport.
    transport.release(url)
    other.drain()
    worker.drain()
    #expect(answers.count == 200)
  }
}
