import CCalque
import CalqueBase
import CalqueTransport

/// A transport that is a table of C functions.
final class HostTransport: Transport, @unchecked Sendable {
  // Unchecked: the table does not change, and the host answers for what its functions do.
  private let table: calque_transport
  private let context: HostContext

  private init(_ table: calque_transport) {
    self.table = table
    context = HostContext(table.user_data, table.user_data_free)
  }

  // Not an initializer: Embedded Swift does not free an object whose initializer throws.
  /// - Throws: as `Structure.read`; `invalidArgument` without `start`.
  static func reading(
    _ given: UnsafePointer<calque_transport>
  ) throws(Diagnostic) -> HostTransport {
    let table = try Structure.read(given, calque_transport(), "transport")
    guard table.start != nil else {
      throw Diagnostic(.invalidArgument, "transport->start is NULL")
    }
    return HostTransport(table)
  }

  /// The table's user data is this object's from here on.
  func own() { context.own() }

  func start(_ exchange: Exchange) {
    let request = RequestCopy(exchange)
    let handle = Handle.make(
      HostExchange { response in
        let read = Result { () throws(Diagnostic) in try Response(response.get()) }
        // The request is there until the exchange has ended.
        withExtendedLifetime(request) {
          exchange.complete(read.mapError { $0.from(source: exchange.request.url) })
        }
      })
    // The request must outlive the call even when the transport ends it at once.
    withExtendedLifetime(request) { table.start?(table.user_data, request.request, handle) }
  }

  func cancel(_ exchange: Exchange) { table.cancel?(table.user_data, exchange.number) }
}
