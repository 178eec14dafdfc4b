import CalqueBase
import CalqueTransport

/// Carries requests out, such as over the HTTP client that a program has.
public protocol Transport: AnyObject, Sendable {
  /// Begins a request and calls `completion` once, from any thread.
  func start(
    _ request: TransportRequest,
    completion: @escaping @Sendable (Result<TransportResponse, TransportFailure>) -> Void)
}

/// A request for a transport.
public struct TransportRequest: Sendable, Equatable {
  /// Such as GET.
  public var method: String
  /// An absolute URL, percent-encoded.
  public var url: String
  /// Names and values of header fields.
  public var headers: [(name: String, value: String)]
  /// nil for none.
  public var body: [UInt8]?
  /// Milliseconds until the answer must be whole; 0 for no limit.
  public var timeout: Int
  /// Bytes that the body of the answer may have.
  public var maximumBytes: Int

  public static func == (left: TransportRequest, right: TransportRequest) -> Bool {
    left.method == right.method && left.url == right.url && left.body == right.body
      && left.timeout == right.timeout && left.maximumBytes == right.maximumBytes
      && left.headers.elementsEqual(right.headers) { $0 == $1 }
  }

  init(_ request: Request) {
    method = request.method.string
    url = request.url.string
    headers = request.headers.map { ($0.name.string, $0.value.string) }
    body = request.body?.bytes
    timeout = request.timeout
    maximumBytes = request.maximumBytes
  }
}

/// What a server answered, whatever its status.
public struct TransportResponse: Sendable {
  public var status: Int
  /// Names and values of header fields.
  public var headers: [(name: String, value: String)]
  /// Decompressed.
  public var body: [UInt8]

  public init(
    status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  var engine: Response {
    Response(
      status: status, headers: headers.map { Header(Text($0.name), Text($0.value)) },
      body: Text(body))
  }
}

/// Why a request has no answer.
public enum TransportFailure: Error, Sendable {
  case unreachable(String)
  case timeout
  case insecure(String)
  case badResponse(String)
  case tooLarge
  case unsupported(String)

  var diagnostic: Diagnostic {
    switch self {
    case .unreachable(let message): Diagnostic(.unreachable, Text(message))
    case .timeout: Diagnostic(.timeout, "no answer in time")
    case .insecure(let message): Diagnostic(.insecure, Text(message))
    case .badResponse(let message): Diagnostic(.badResponse, Text(message))
    case .tooLarge:
      Diagnostic(.limitExceeded, "the answer is larger than the limit on its bytes")
    case .unsupported(let message): Diagnostic(.unsupported, Text(message))
    }
  }
}
