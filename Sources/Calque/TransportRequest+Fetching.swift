import CalqueBase
import CalqueTransport

extension TransportRequest {
  /// Makes the request the way the library makes its own: over a transport, or, for a `file:` URL
  /// or an absolute path, from the file system. Cancelling the task cancels it.
  ///
  /// - Parameter transport: nil for URLSession.
  /// - Returns: a response of any status; a file has 200, or 404 if it does not exist.
  /// - Throws: `CalqueError`: `invalidArgument` for a URL that is not http, https or file, or not
  ///   percent-encoded; the failures of the transport, `timeout`, `limitExceeded`, `cancelled`.
  public func response(
    over transport: (any Transport)? = nil
  ) async throws(CalqueError) -> TransportResponse {
    let request = try CalqueError.mapping { () throws(Diagnostic) in
      try URLText.check(Text(url))
      return engine
    }
    let services = Services.over(TransportSlot(transport), nil)
    let result = await suspending { completion in
      let worker = Worker()
      let exchange = services.start(request, on: worker) { answer in
        // The thread of the worker is there until the answer is.
        withExtendedLifetime(worker) { completion(answer) }
      }
      return { exchange.cancel() }
    }
    switch result {
    case .success(let answer): return TransportResponse(answer)
    case .failure(let failure): throw CalqueError(failure)
    }
  }
}
