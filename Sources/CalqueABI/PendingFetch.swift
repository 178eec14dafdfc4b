import CCalque
import CalqueBase
import CalqueTransport

/// The object behind `calque_fetch`: a request, and its answer as C sees it.
final class PendingFetch: Sendable {
  private let fetch: Fetch
  private let shown = Mutex<ShownResponse?>(nil)

  init(_ request: Request, _ services: Services) { fetch = Fetch(request, services) }

  func cancel() { fetch.cancel() }

  /// Waits for the answer, which lives as long as this object.
  func wait() throws(Diagnostic) -> calque_response {
    let response: Response
    switch fetch.wait() {
    case .success(let answer): response = answer
    case .failure(let failure): throw failure
    }
    return shown.withLock { shown in
      if let shown { return shown.response }
      let new = ShownResponse(response)
      shown = new
      return new.response
    }
  }
}

/// An answer with its texts on the C heap.
private final class ShownResponse {
  let response: calque_response
  private let texts: [CText]
  private let headers: UnsafeMutableBufferPointer<calque_header>

  init(_ answer: Response) {
    var texts = [CText(answer.body)]
    headers = .allocate(capacity: answer.headers.count)
    for (place, header) in answer.headers.enumerated() {
      let (name, value) = (CText(header.name), CText(header.value))
      texts += [name, value]
      headers.initializeElement(at: place, to: calque_header(name: name.lent, value: value.lent))
    }
    response = calque_response(
      struct_size: MemoryLayout<calque_response>.size, status: Int32(clamping: answer.status),
      headers: UnsafePointer(headers.baseAddress), header_count: headers.count,
      body: texts[0].lent)
    self.texts = texts
  }

  deinit { headers.deallocate() }
}
