import CalqueBase
import CalqueTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Collects the responses of the tasks of a session.
final class TaskDelegate: NSObject, URLSessionDataDelegate {
  fileprivate struct Transfer: Sendable {
    let task: URLSessionTask
    let exchange: Exchange
    var body: [UInt8] = []
    var redirects = 0
    /// The response is no longer needed.
    var isOver = false
  }

  /// Transfers under way, by the identifiers of their tasks.
  private let transfers = Mutex<[Int: Transfer]>([:])

  func begin(_ task: URLSessionTask, _ exchange: Exchange) {
    let transfer = Transfer(task: task, exchange: exchange)
    transfers.withLock { $0[task.taskIdentifier] = transfer }
  }

  /// Ends the transfer of an exchange.
  ///
  /// Foundation on Linux waits for its callbacks to return, and ends the process when a task is
  /// cancelled meanwhile. There a transfer ends in its next callback or when its request times out.
  func cancel(_ exchange: Exchange) {
    let task = transfers.withLock { transfers in
      let transfer = transfers.first { $0.value.exchange === exchange }
      if let transfer { transfers[transfer.key]?.isOver = true }
      return transfer?.value.task
    }
    #if !canImport(FoundationNetworking)
      task?.cancel()
    #else
      _ = task
    #endif
  }

  /// Ends a transfer from this side. The exchange ends at once: on Linux, the callback that ends
  /// a task can come many seconds after the task was cancelled.
  private func fail(_ task: URLSessionTask, _ code: DiagnosticCode, _ message: Text) {
    let exchange = transfers.withLock { transfers -> Exchange? in
      guard let transfer = transfers[task.taskIdentifier], !transfer.isOver else { return nil }
      transfers[task.taskIdentifier]?.isOver = true
      transfers[task.taskIdentifier]?.body = []
      return transfer.exchange
    }
    guard let exchange else { return }
    exchange.complete(.failure(Diagnostic(code, message, source: exchange.request.url)))
  }

  /// Whether the rest of a transfer is no longer needed.
  private func isOver(_ task: URLSessionTask) -> Bool {
    transfers.withLock { $0[task.taskIdentifier]?.isOver ?? true }
  }

  // MARK: Callbacks of the session

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(isOver(dataTask) ? .cancel : .allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = transfers.withLock { transfers in
      guard var transfer = transfers.removeValue(forKey: dataTask.taskIdentifier) else {
        return false
      }
      defer { transfers[dataTask.taskIdentifier] = transfer }
      guard transfer.body.count + data.count <= transfer.exchange.request.maximumBytes else {
        return true
      }
      transfer.body.append(contentsOf: data)
      return false
    }
    if isTooLarge {
      fail(dataTask, .limitExceeded, "the response exceeds the size limit")
    }
    if isOver(dataTask) { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let (count, most) = transfers.withLock { transfers in
      transfers[task.taskIdentifier]?.redirects += 1
      let transfer = transfers[task.taskIdentifier]
      return (transfer?.redirects ?? 0, transfer?.exchange.request.maximumRedirects ?? 0)
    }
    // Without redirects the redirect is the answer.
    if most == 0 || isOver(task) { return completionHandler(nil) }
    let (from, to) = (response.url?.scheme?.lowercased(), request.url?.scheme?.lowercased())
    if from == "https", to != "https" {
      fail(task, .insecure, "a redirect from https to another protocol was refused")
      return completionHandler(nil)
    }
    if count > most {
      fail(task, .badResponse, "too many redirects")
      return completionHandler(nil)
    }
    completionHandler(request)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let ended = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let ended else { return }
    if let error { return ended.exchange.complete(.failure(ended.diagnostic(of: error))) }
    guard let response = task.response as? HTTPURLResponse else {
      let source = ended.exchange.request.url
      return ended.exchange.complete(
        .failure(Diagnostic(.badResponse, "the response is not HTTP", source: source)))
    }
    let headers = response.allHeaderFields.map { name, value in
      Header(Text(String(describing: name)), Text(String(describing: value)))
    }
    ended.exchange.complete(
      .success(
        Response(status: response.statusCode, headers: headers, body: Text(ended.body))))
  }
}

extension TaskDelegate.Transfer {
  /// The failures of URLSession by the numbers of this library.
  fileprivate func diagnostic(of error: any Error) -> Diagnostic {
    let code: DiagnosticCode =
      switch (error as? URLError)?.code {
      case .timedOut?: .timeout
      case .cancelled?: .cancelled
      case .badURL?, .unsupportedURL?: .unsupported
      case .secureConnectionFailed?, .serverCertificateHasBadDate?, .serverCertificateUntrusted?,
        .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?,
        .clientCertificateRejected?, .clientCertificateRequired?:
        .insecure
      case .badServerResponse?, .cannotParseResponse?, .cannotDecodeContentData?,
        .cannotDecodeRawData?, .httpTooManyRedirects?, .redirectToNonExistentLocation?,
        .zeroByteResource?:
        .badResponse
      default: .unreachable
      }
    return Diagnostic(code, Text(error.localizedDescription), source: exchange.request.url)
  }
}
