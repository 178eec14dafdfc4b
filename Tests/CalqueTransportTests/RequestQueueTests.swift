import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@Suite struct RequestQueueTests {
  private let transport = MemoryTransport()
  private let worker = Worker()

  private func queue(width: Int = .max, retries: RetryPolicy = .none) -> RequestQueue {
    RequestQueue(.over(transport), on: worker, width: width, retries: retries)
  }

  private func policy(_ most: Int, skipsUnreachable: Bool = false) -> RetryPolicy {
    var policy = RetryPolicy()
    (policy.maxRetries, policy.retryTimeout) = (most, 1)
    policy.skipsUnreachable = skipsUnreachable
    return policy
  }

  /// Waits for the outcome of a request: its status or the code of its failure, and the attempts.
  private func outcome(
    of url: Text, in queue: RequestQueue, unless validators: Validators = Validators()
  ) -> String {
    let latch = Latch<String>()
    _ = queue.add(Request(url: url), unless: validators) { result, attempts in
      switch result {
      case .success(let response): latch.open("\(response.status) after \(attempts)")
      case .failure(let failure): latch.open("\(failure.code) after \(attempts)")
      }
    }
    return latch.wait()
  }

  @Test func soManyRequestsAreUnderWayAtATime() {
    let queue = queue(width: 2)
    let done = Mutex(0)
    let urls: [Text] = ["http://s/1", "http://s/2", "http://s/3"]
    for url in urls {
      transport.answer(url, with: Response(status: 200))
      transport.hold(url)
      _ = queue.add(Request(url: url)) { _, _ in done.change { $0 += 1 } }
    }
    #expect(transport.requests.map { $0.url } == Array(urls[..<2]))
    transport.release(urls[1])
    transport.waitForRequests(3)
    #expect(transport.requests.map { $0.url } == urls)
    for url in urls { transport.release(url) }
    done.wait { $0 == 3 ? .done(()) : .forever }
  }

  @Test(arguments: [(429, 3), (503, 3), (500, 3), (404, 1), (200, 1)])
  func whatIsTemporaryIsTriedAgain(status: Int, attempts: Int) {
    transport.answer("http://s/1", with: Response(status: status))
    #expect(
      outcome(of: "http://s/1", in: queue(retries: policy(2))) == "\(status) after \(attempts)")
  }

  @Test func anUnreachableServerIsTriedAgainUnlessThatIsUnwanted() {
    transport.fail("http://s/1", with: .unreachable)
    #expect(outcome(of: "http://s/1", in: queue(retries: policy(2))) == "unreachable after 3")
    let skips = policy(2, skipsUnreachable: true)
    #expect(outcome(of: "http://s/1", in: queue(retries: skips)) == "unreachable after 1")
    transport.answer(
      "http://s/2",
      with: [.success(Response(status: 503)), .failure(Diagnostic(.unreachable, "down"))])
    #expect(outcome(of: "http://s/2", in: queue(retries: skips)) == "unreachable after 3")
  }

  @Test func validatorsMakeARequestConditional() {
    transport.answer("http://s/1", with: Response(status: 304))
    let validators = Validators(etag: "\"1\"")
    #expect(outcome(of: "http://s/1", in: queue(), unless: validators) == "304 after 1")
    #expect(transport.requests.last?.headers == [Header("If-None-Match", "\"1\"")])
  }

  @Test func aRequestIsCancelledWhileItWaitsOrIsUnderWay() {
    let queue = queue(width: 1)
    transport.hold("http://s/1")
    let codes = Mutex<[DiagnosticCode?]>([])
    let handles = ["http://s/1", "http://s/2"].map { url in
      queue.add(Request(url: Text(url))) { result, _ in
        if case .failure(let failure) = result { codes.change { $0.append(failure.code) } }
      }
    }
    transport.waitForRequests(1)
    for handle in handles.reversed() { handle.cancel() }
    let all = codes.wait { $0.count == 2 ? .done($0) : .forever }
    #expect(all == [.cancelled, .cancelled])
    #expect(transport.requests.count == 1)
    #expect(transport.cancelled.count == 1)
  }

  @Test func aRequestIsCancelledBeforeItIsMadeAgain() {
    transport.answer("http://s/1", with: Response(status: 503))
    var policy = policy(1)
    policy.retryTimeout = 60_000
    let latch = Latch<DiagnosticCode?>()
    let handle = queue(retries: policy).add(Request(url: "http://s/1")) { result, _ in
      if case .failure(let failure) = result { latch.open(failure.code) }
    }
    transport.waitForRequests(1)
    handle.cancel()
    #expect(latch.wait() == .cancelled)
    #expect(transport.requests.count == 1)
  }
}
