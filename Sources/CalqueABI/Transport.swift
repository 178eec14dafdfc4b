public import CCalque
import CalqueBase

// include/calque/transport.h

@c @implementation
public func calque_exchange_complete(
  _ exchange: OpaquePointer?, _ response: UnsafePointer<calque_response>?
) {
  guard let exchange else { return }
  Handle.take(exchange, as: HostExchange.self).complete(response)
}

@c @implementation
public func calque_exchange_fail(
  _ exchange: OpaquePointer?, _ status: calque_status, _ message: UnsafePointer<CChar>?,
  _ message_length: Int
) {
  guard let exchange else { return }
  let message = (try? Input.optionalText(message, message_length)) ?? nil
  Handle.take(exchange, as: HostExchange.self).fail(status, message ?? "")
}

extension CFunction {
  static func calque_exchange_create(
    _ completion: calque_exchange_completion, _ context: HostContext
  ) -> HostExchange {
    context.own()
    return OwnExchange(completion, context)
  }
}
