package import CalqueBase
import CalqueStorage

/// The services that loading, texts and proposals take from the host.
package struct Services: Sendable {
  /// nil: requests for anything but files fail with `unsupported`.
  package var transport: (any Transport)?
  /// Milliseconds since 1970, for what is kept with a date.
  package var now: @Sendable () -> Int64
  /// Runs a callback of the host where the host wants it.
  package typealias Dispatch = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  package var dispatch: Dispatch

  package init(now: @escaping @Sendable () -> Int64) {
    self.now = now
    dispatch = { $0() }
  }

  /// No network, the system's clock, and callbacks on the current thread.
  package static var standard: Services { Services(now: { SystemClock.milliseconds() }) }

  /// The standard ones with a transport.
  package static func over(_ transport: any Transport) -> Services {
    var services = standard
    services.transport = transport
    return services
  }

  /// Starts a request as `Exchange.start` does: this library reads files itself, the host's transport
  /// carries all other requests.
  package func start(
    _ request: Request, on worker: Worker, _ completion: @escaping Exchange.Completion
  ) -> Exchange {
    let carrier: (any Transport)? = FileTransport.takes(request.url) ? FileTransport() : transport
    return Exchange.start(request, over: carrier, on: worker, completion)
  }
}
