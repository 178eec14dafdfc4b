package import CalqueBase
package import CalqueTransport

/// A transport that responds from a table. Other URLs get the status 404.
///
/// A request is completed before `start` returns, unless its URL is held; it is then completed when
/// the URL is released, on the thread that releases it.
package final class MemoryTransport: Transport {
  private struct State {
    /// The remaining answers, by URL; the last answer of one stays.
    var answers: [(url: Text, list: [Result<Response, Diagnostic>])] = []
    var heldURLs: [Text] = []
    var held: [Exchange] = []
    var requests: [Request] = []
    var cancelled: [Request] = []
  }

  private let monitor = Mutex(State())

  package init() {}

  /// The requests so far, in order.
  package var requests: [Request] { monitor.change { $0.requests } }

  /// The cancelled requests, in order.
  package var cancelled: [Request] { monitor.change { $0.cancelled } }

  /// Sets the answers for a URL: one after another, the last one again and again.
  package func answer(_ url: Text, with answers: [Result<Response, Diagnostic>]) {
    monitor.change { state in
      state.answers.removeAll { $0.url == url }
      state.answers.append((url, answers))
    }
  }

  /// Sets one answer for a URL.
  package func answer(_ url: Text, with response: Response) {
    answer(url, with: [.success(response)])
  }

  /// Sets a failure for a URL.
  package func fail(_ url: Text, with code: DiagnosticCode) {
    answer(url, with: [.failure(Diagnostic(code, "as scripted", source: url))])
  }

  /// Keeps the answers for a URL back until it is released.
  package func hold(_ url: Text) {
    monitor.change { state in
      if !state.heldURLs.contains(url) { state.heldURLs.append(url) }
    }
  }

  /// Answers what was held back for a URL, and holds back no longer.
  package func release(_ url: Text) {
    let ready = monitor.change { state in
      state.heldURLs.removeAll { $0 == url }
      let ready = state.held.filter { $0.request.url == url }
      state.held.removeAll { $0.request.url == url }
      return ready.map { ($0, Self.answer(to: $0, &state)) }
    }
    for (exchange, answer) in ready { exchange.complete(answer) }
  }

  /// Waits until so many requests were made in all.
  package func waitForRequests(_ count: Int) {
    monitor.wait { $0.requests.count >= count ? .done(()) : .forever }
  }

  package func start(_ exchange: Exchange) {
    let answer = monitor.change { state -> Result<Response, Diagnostic>? in
      state.requests.append(exchange.request)
      guard !state.heldURLs.contains(exchange.request.url) else {
        state.held.append(exchange)
        return nil
      }
      return Self.answer(to: exchange, &state)
    }
    if let answer { exchange.complete(answer) }
  }

  package func cancel(_ exchange: Exchange) {
    monitor.change { state in
      state.cancelled.append(exchange.request)
      state.held.removeAll { $0 === exchange }
    }
  }

  private static func answer(
    to exchange: Exchange, _ state: inout State
  ) -> Result<Response, Diagnostic> {
    guard let place = state.answers.firstIndex(where: { $0.url == exchange.request.url }),
      let answer = state.answers[place].list.first
    else { return .success(Response(status: 404)) }
    if state.answers[place].list.count > 1 { state.answers[place].list.removeFirst() }
    return answer
  }
}
