public import CCalque
import CalqueBase

// include/calque/transport.h

@c @implementation
public func calque_exchange_complete(
  _ exchange: OpaquePointer?, _ response: UnsafePointer<calque_response>?
) {
  guard let exchange else { return }
  Handle.take(exchange, as: PendingExchange.self).complete(response)
}

@c @implementation
public func calque_exchange_fail(
  _ exchange: OpaquePointer?, _ status: calque_status, _ message: UnsafePointer<CChar>?,
  _ message_length: Int
) {
  guard let exchange else { return }
  let message = (try? Input.optionalText(message, message_length)) ?? nil
  Handle.take(exchange, as: PendingExchange.self).fail(status, message ?? "")
}
