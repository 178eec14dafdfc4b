import CCalque
import CalqueBase
import CalqueConnections
import CalqueJSON
import CalqueMessages
import CalqueTranslator

// include/calque/messages.h: making and wiring of tables.

@c @implementation
public func calque_messages_shared() -> OpaquePointer! {
  OpaquePointer(Unmanaged.passUnretained(Messages.shared).toOpaque())
}

extension CFunction {
  static func calque_messages_create(_ options: Members) throws(Diagnostic) -> Messages {
    Messages(options: try MessageOptions(options))
  }

  static func calque_messages_set_parent(
    _ messages: Messages, _ parent: Messages?
  ) throws(Diagnostic) {
    try messages.setParent(parent)
  }

  static func calque_messages_set_resolver(
    _ messages: Messages, _ resolver: calque_messages_resolver?, _ context: HostContext
  ) {
    guard let resolver else { return messages.setResolver(nil) }
    context.own()
    messages.setResolver(
      MessageResolver { key, arguments in
        Borrowed(key, JSON.text(of: .array(arguments))).text {
          resolver(context.userData, $0[0], $0[1], $1)
        }
      })
  }

  static func calque_messages_set_translator(_ messages: Messages, _ translator: Translator?) {
    guard let translator else { return messages.setResolver(nil) }
    MessageTranslator.connect(translator, to: messages)
  }

  static func calque_messages_on(
    _ messages: Messages, _ handler: calque_messages_handler, _ context: HostContext
  ) -> UInt64 {
    context.own()
    return messages.onChange { handler(context.userData, $0) }
  }

  static func calque_messages_off(_ messages: Messages, _ subscription: UInt64) -> Bool {
    messages.removeHandler(subscription)
  }
}
