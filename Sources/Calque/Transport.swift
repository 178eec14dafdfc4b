import CalqueBase
import CalqueTransport

/// Carries requests out: an async function around the HTTP client that the program has.
///
/// What it throws becomes the failure of the request: `TransportError` as it says, everything else
/// as unreachable. When nobody waits any more, its task is cancelled.
public typealias Transport = @Sendable (TransportRequest) async throws -> TransportResponse

/// A header field of a request or an answer.
public struct TransportHeader: Sendable, Equatable {
  /// Upper and lower case are one.
  public var name: String
  public var value: String

  /// A header field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What is asked of a transport.
public struct TransportRequest: Sendable, Equatable {
  /// Such as GET.
  public let method: String
  /// An absolute URL, percent-encoded.
  public let url: String
  public let headers: [TransportHeader]
  /// nil for none.
  public let body: [UInt8]?
  /// Milliseconds until the answer must be whole; 0 for no limit.
  public let timeout: Int
  /// Bytes that the body of the answer may have, decompressed.
  public let maximumBytes: Int
  public let maximumRedirects: Int
}

/// What a server answered, whatever its status.
public struct TransportResponse: Sendable, Equatable {
  public var status: Int
  public var headers: [TransportHeader]
  /// Any bytes, decompressed.
  public var body: [UInt8]

  /// An answer.
  public init(status: Int, headers: [TransportHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why a transport has no answer.
public enum TransportError: Error, Sendable {
  case unreachable
  case timeout
  /// The other side could not prove who it is.
  case insecure
  /// The answer is cut short, or none.
  case badResponse
  /// The body is larger than the request allows.
  case limitExceeded

  var code: DiagnosticCode {
    switch self {
    case .unreachable: .unreachable
    case .timeout: .timeout
    case .insecure: .insecure
    case .badResponse: .badResponse
    case .limitExceeded: .limitExceeded
    }
  }
}
