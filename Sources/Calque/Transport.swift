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

extension Services {
  static func over(_ slot: TransportSlot, _ dispatcher: Dispatcher?) -> Services {
    var services = Services.over(slot)
    if let dispatcher { services.dispatch = dispatcher }
    return services
  }
}
