package import CalqueBase
import CalqueStorage

/// Answers from the file system: `file:` URLs and absolute paths. A file is answered with status 200
/// and one that is not there with 404; what is not a regular file fails with `io`.
package final class FileTransport: Transport {
  package init() {}

  /// Whether a URL is one for this transport.
  package static func takes(_ url: Text) -> Bool {
    url.hasPrefix("/") || URLText.scheme(of: url) == "file"
  }

  package func start(_ exchange: Exchange) {
    let request = exchange.request
    let answer = Result { () throws(Diagnostic) in try Self.answer(request) }
    exchange.complete(answer.mapError { $0.from(source: request.url) })
  }

  /// Does nothing: every request has ended when `start` returns.
  package func cancel(_ exchange: Exchange) {}

  private static func answer(_ request: Request) throws(Diagnostic) -> Response {
    guard ["GET", "HEAD"].contains(request.method) else {
      throw Diagnostic(.unsupported, "files can only be read")
    }
    guard let path = request.url.hasPrefix("/") ? request.url : FileURL.path(of: request.url) else {
      throw Diagnostic(.invalidArgument, "the URL does not name a file of this machine")
    }
    guard let content = try File.readIfPresent(path, maximumBytes: request.maximumBytes) else {
      return Response(status: 404)
    }
    return Response(status: 200, body: request.method == "HEAD" ? "" : content)
  }
}
