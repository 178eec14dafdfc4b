import CalqueBase
import CalqueStorage
import CalqueTransport
import CalqueURLSession

/// Carries the requests instead of Foundation's URLSession, which is used by default.
public protocol Transport: AnyObject, Sendable {
  /// Starts a request and calls `completion` once, on any thread.
  func start(
    _ request: TransportRequest,
    completion: @escaping @Sendable (Result<TransportResponse, CalqueError>) -> Void)

  /// Called when the response to a request is no longer needed, after `start` has returned, once at
  /// most; `completion` may still be called.
  func cancel(_ request: TransportRequest)
}

extension Transport {
  public func cancel(_ request: TransportRequest) {}
}

/// A header field. Names are case-insensitive.
public struct HeaderField: Sendable, Hashable, Codable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A request for a transport.
public struct TransportRequest: Sendable, Hashable, Identifiable, Codable {
  /// Identifies a request within the process; 0 for one that a program made.
  public let id: UInt64
  /// The HTTP method, for example GET.
  public var method: String
  /// An absolute URL, percent-encoded.
  public var url: String
  public var headers: [HeaderField]
  /// nil for none.
  public var body: [UInt8]?
  /// Milliseconds until the response must be complete; 0 for no limit.
  public var timeout: Int
  /// The maximum size of the response body in bytes.
  public var maximumBytes: Int
  public var maximumRedirects: Int

  /// Makes a request, for example to test a transport.
  public init(
    method: String = "GET", url: String, headers: [HeaderField] = [], body: [UInt8]? = nil,
    timeout: Int = 30_000, maximumBytes: Int = 64 << 20, maximumRedirects: Int = 5
  ) {
    id = 0
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    (self.timeout, self.maximumBytes) = (timeout, maximumBytes)
    self.maximumRedirects = maximumRedirects
  }

  init(_ exchange: Exchange) {
    let request = exchange.request
    id = exchange.number
    method = request.method.string
    url = request.url.string
    headers = request.headers.map { HeaderField($0.name.string, $0.value.string) }
    body = request.body?.bytes
    timeout = request.timeout
    maximumBytes = request.maximumBytes
    maximumRedirects = request.maximumRedirects
  }
}

/// A server's response, of any status.
public struct TransportResponse: Sendable, Hashable, Codable {
  public var status: Int
  public var headers: [HeaderField]
  /// Decompressed.
  public var body: [UInt8]

  public init(status: Int, headers: [HeaderField] = [], body: [UInt8] = []) {
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

/// A transport that is one function; cancelling a request cancels its task.
public final class AsyncTransport: Transport {
  public typealias Respond = @Sendable (TransportRequest) async throws -> TransportResponse

  private let respond: Respond
  private let tasks = Mutex<[UInt64: Task<Void, Never>]>([:])

  /// - Parameter respond: errors other than `CalqueError` become `unreachable`.
  public init(_ respond: @escaping Respond) { self.respond = respond }

  public func start(
    _ request: TransportRequest,
    completion: @escaping @Sendable (Result<TransportResponse, CalqueError>) -> Void
  ) {
    // The task may be over before it is noted, so noting and forgetting take turns.
    let gate = Mutex(false)
    let task = Task { [respond, tasks] in
      do {
        completion(.success(try await respond(request)))
      } catch let error as CalqueError {
        completion(.failure(error))
      } catch {
        completion(.failure(CalqueError(.unreachable, "\(error)")))
      }
      gate.withLock { isOver in
        isOver = true
        tasks.withLock { $0[request.id] = nil }
      }
    }
    gate.withLock { isOver in
      if !isOver { tasks.withLock { $0[request.id] = task } }
    }
  }

  public func cancel(_ request: TransportRequest) {
    tasks.withLock { $0[request.id] }?.cancel()
  }
}

/// Holds a transport that a program may set and replace at any time.
final class TransportSlot: CalqueTransport.Transport {
  private let transport: Mutex<(any Transport)?>

  init(_ transport: (any Transport)? = nil) { self.transport = Mutex(transport) }

  func set(_ transport: (any Transport)?) { self.transport.withLock { $0 = transport } }

  func start(_ exchange: Exchange) {
    guard let transport = transport.withLock({ $0 }) else {
      return URLSessionTransport.shared.start(exchange)
    }
    transport.start(TransportRequest(exchange)) { result in
      exchange.complete(result.map { $0.engine }.mapError { $0.diagnostic })
    }
  }

  func cancel(_ exchange: Exchange) {
    guard let transport = transport.withLock({ $0 }) else {
      return URLSessionTransport.shared.cancel(exchange)
    }
    transport.cancel(TransportRequest(exchange))
  }
}

/// Runs callbacks where a program wants them, for example on the main queue.
public typealias Dispatcher = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

/// Holds a dispatcher that a program may set and replace at any time.
final class DispatcherSlot: Sendable {
  private let dispatcher: Mutex<Dispatcher?>

  init(_ dispatcher: Dispatcher?) { self.dispatcher = Mutex(dispatcher) }

  func set(_ dispatcher: Dispatcher?) { self.dispatcher.withLock { $0 = dispatcher } }

  func run(_ work: @escaping @Sendable () -> Void) {
    guard let dispatcher = dispatcher.withLock({ $0 }) else { return work() }
    dispatcher(work)
  }
}

extension Services {
  static func over(_ slot: TransportSlot, _ dispatcher: Dispatcher?) -> Services {
    var services = Services.over(slot)
    if let dispatcher { services.dispatch = dispatcher }
    return services
  }
}
