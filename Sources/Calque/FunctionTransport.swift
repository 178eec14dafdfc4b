import CalqueBase
import CalqueTransport

/// A transport of the engine around an async function, which runs in a task for each request.
final class FunctionTransport: CalqueTransport.Transport {
  private let function: Transport
  /// Tasks of requests that are under way, by number.
  private let tasks = Mutex<[UInt64: Task<Void, Never>]>([:])

  init(_ function: @escaping Transport) { self.function = function }

  func start(_ exchange: Exchange) {
    // Under the lock, so that the task is noted before it can be over.
    tasks.withLock { tasks in
      tasks[exchange.number] = Task { [self] in
        exchange.complete(await answer(exchange.request))
        forget(exchange.number)
      }
    }
  }

  private func answer(_ request: Request) async -> Result<Response, Diagnostic> {
    do {
      return .success(Response(try await function(TransportRequest(request))))
    } catch {
      let code = (error as? TransportError)?.code ?? .unreachable
      let message = Text("the transport failed: \(error)")
      return .failure(Diagnostic(code, message, source: request.url))
    }
  }

  func cancel(_ exchange: Exchange) {
    tasks.withLock { $0.removeValue(forKey: exchange.number) }?.cancel()
  }

  private func forget(_ number: UInt64) {
    _ = tasks.withLock { $0.removeValue(forKey: number) }
  }
}

extension TransportRequest {
  fileprivate init(_ request: Request) {
    method = request.method.string
    url = request.url.string
    headers = request.headers.map { TransportHeader($0.name.string, $0.value.string) }
    body = request.body?.bytes
    timeout = request.timeout
    maximumBytes = request.maximumBytes
    maximumRedirects = request.maximumRedirects
  }
}

extension Response {
  fileprivate init(_ response: TransportResponse) {
    self.init(
      status: response.status,
      headers: response.headers.map { Header(Text($0.name), Text($0.value)) },
      body: Text(response.body))
  }
}
