import CalqueBase
package import CalqueTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport over Foundation's URLSession, without cookies and caches.
///
/// Redirects are followed as often as a request allows, never from https to http. Bodies arrive
/// decompressed and are counted as they arrive.
package final class URLSessionTransport: CalqueTransport.Transport {
  /// The transport that the whole process shares.
  package static let shared = URLSessionTransport()

  private let delegate = TaskDelegate()
  private let session: URLSession

  private init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  package func start(_ exchange: Exchange) {
    let request = exchange.request
    guard let url = URL(string: request.url.string), let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https"
    else {
      exchange.complete(
        .failure(Diagnostic(.unsupported, "not a URL of http or https", source: request.url)))
      return
    }
    var urlRequest = URLRequest(url: url)
    urlRequest.httpMethod = request.method.string
    urlRequest.httpBody = request.body.map { Data($0.bytes) }
    // The whole answer is timed by the exchange; this is the time without any progress.
    let patience = [request.connectTimeout, request.timeout].filter { $0 > 0 }.max() ?? 0
    if patience > 0 { urlRequest.timeoutInterval = Double(patience) / 1000 }
    for header in request.headers {
      urlRequest.addValue(header.value.string, forHTTPHeaderField: header.name.string)
    }
    let task = session.dataTask(with: urlRequest)
    delegate.begin(task, exchange)
    task.resume()
  }

  package func cancel(_ exchange: Exchange) { delegate.cancel(exchange) }
}
