import CCalque
import CalqueBase
import CalqueTransport

/// `calque_services` as the engine takes it.
struct HostServices {
  private(set) var services = Services.standard
  private let transport: HostTransport?
  private let context: HostContext

  /// - Parameter table: NULL is all defaults.
  /// - Throws: as `Structure.read`, for the table and the transport in it.
  init(_ table: UnsafePointer<calque_services>?) throws(Diagnostic) {
    let given = try Structure.read(table, calque_services(), "services")
    let context = HostContext(given.user_data, given.user_data_free)
    self.context = context
    transport = try given.transport.map { table throws(Diagnostic) in
      try HostTransport.reading(table)
    }
    services.transport = transport
    if let now = given.now { services.now = { now(context.userData) } }
    if let dispatch = given.dispatch {
      services.dispatch = { work in
        let handed = Unmanaged.passRetained(DispatchedWork(work)).toOpaque()
        dispatch(context.userData, DispatchedWork.run, handed)
      }
    }
  }

  /// To be called once the call that took the table has succeeded: what the host gave is ours then.
  func own() {
    transport?.own()
    context.own()
  }
}

/// A callback on its way through the host's dispatcher.
private final class DispatchedWork {
  private let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }

  static let run: @convention(c) (UnsafeMutableRawPointer?) -> Void = { pointer in
    guard let pointer else { return }
    Unmanaged<DispatchedWork>.fromOpaque(pointer).takeRetainedValue().work()
  }
}
