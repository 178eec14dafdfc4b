import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@Suite struct ExchangeTests {
  private let url: Text = "https://example.org/a.json"
  private let worker = Worker()
  private let transport = MemoryTransport()
  private let answers = Answers()

  private func start(timeout: Int = 0, maximumBytes: Int = 1000) -> Exchange {
    var request = Request(url: url)
    (request.timeout, request.maximumBytes) = (timeout, maximumBytes)
    return Exchange.start(request, over: transport, on: worker, answers.completion)
  }

  @Test func anAnswerBeforeStartReturnsIsDelivered() {
    transport.answer(url, with: Response(status: 200, body: "{}"))
    _ = start()
    #expect(answers.first().response?.body == "{}")
    worker.drain()
    #expect(answers.count == 1)
  }

  @Test func aLateAnswerIsDelivered() {
    transport.answer(url, with: Response(status: 204))
    transport.hold(url)
    _ = start()
    #expect(answers.count == 0)
    transport.release(url)
    #expect(answers.first().response?.status == 204)
  }

  @Test func exchangesHaveNumbersOfTheirOwn() {
    let (first, second) = (start(), start())
    #expect(first.number != 0)
    #expect(first.number != second.number)
  }

  @Test func theTimeoutEndsIt() {
    transport.hold(url)
    _ = start(timeout: 10)
    let result = answers.first()
    #expect(result.code == .timeout)
    guard case .failure(let failure) = result else { return }
    #expect(failure.source == url)
    #expect(transport.cancelled.map(\.url) == [url])
  }

  @Test func anAnswerAfterTheTimeoutIsIgnored() {
    transport.hold(url)
    let exchange = start(timeout: 5)
    #expect(answers.first().code == .timeout)
    exchange.complete(.success(Response(status: 200)))
    worker.drain()
    #expect(answers.count == 1)
  }

  @Test func cancellingEndsItOnce() {
    transport.hold(url)
    let exchange = start(timeout: 600_000)
    exchange.cancel()
    exchange.cancel()
    transport.release(url)
    exchange.complete(.success(Response(status: 200)))
    #expect(answers.first().code == .cancelled)
    worker.drain()
    #expect(answers.count == 1)
    #expect(transport.cancelled.count == 1)
  }

  @Test func cancellingWhatIsOverDoesNothing() {
    transport.answer(url, with: Response(status: 200))
    let exchange = start()
    exchange.cancel()
    #expect(answers.first().response?.status == 200)
    worker.drain()
    #expect(answers.count == 1)
    #expect(transport.cancelled.isEmpty)
  }

  @Test(arguments: [(999, true), (1000, true), (1001, false)])
  func theBodyHasALimit(count: Int, fits: Bool) {
    let body = Text([UInt8](repeating: 0x61, count: count))
    transport.answer(url, with: Response(status: 200, body: body))
    _ = start(maximumBytes: 1000)
    let result = answers.first()
    #expect(result.response?.body.count == (fits ? count : nil))
    #expect(result.code == (fits ? nil : .limitExceeded))
  }

  @Test func aStoppedWorkerCompletesNothing() {
    transport.hold(url)
    let exchange = start(timeout: 600_000)
    worker.stop()
    exchange.cancel()
    #expect(answers.count == 0)
    #expect(transport.cancelled.count == 1)
  }

  /// A transport that is cancelled while it starts.
  private final class SelfCancelling: Transport {
    let calls = Mutex<[Text]>([])

    func start(_ exchange: Exchange) {
      exchange.cancel()
      calls.withLock { $0.append("started") }
    }

    func cancel(_ exchange: Exchange) { calls.withLock { $0.append("cancelled") } }
  }

  @Test func aTransportIsToldToStopOnlyAfterItHasStarted() {
    let transport = SelfCancelling()
    _ = Exchange.start(Request(url: url), over: transport, on: worker, answers.completion)
    #expect(answers.first().code == .cancelled)
    #expect(transport.calls.withLock { $0 } == ["started", "cancelled"])
  }
}
