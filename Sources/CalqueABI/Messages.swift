public import CCalque
import CalqueBase
import CalqueConnections
import CalqueMessages
import CalqueTranslator

// include/calque/messages.h: making, releasing and wiring of tables.

@c @implementation
public func calque_messages_create(
  _ options: UnsafePointer<CChar>!, _ options_length: Int,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.object(out, error) { () throws(Diagnostic) in
    let members = try Input.members(options, options_length, "options")
    return Messages(options: try MessageOptions(members))
  }
}

@c @implementation
public func calque_messages_shared() -> OpaquePointer! {
  OpaquePointer(Unmanaged.passUnretained(Messages.shared).toOpaque())
}

@c @implementation
public func calque_messages_retain(_ messages: OpaquePointer!) -> OpaquePointer! {
  Handle.retain(messages, as: Messages.self)
  return messages
}

@c @implementation
public func calque_messages_release(_ messages: OpaquePointer!) {
  Handle.release(messages, as: Messages.self)
}

@c @implementation
public func calque_messages_set_parent(
  _ messages: OpaquePointer!, _ parent: OpaquePointer!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let table = try Input.object(messages, Messages.self, "messages")
    try table.setParent(Handle.object(parent, as: Messages.self))
    return CALQUE_OK
  }
}

@c @implementation
public func calque_messages_set_resolver(
  _ messages: OpaquePointer!, _ resolver: calque_messages_resolver!,
  _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let table = try Input.object(messages, Messages.self, "messages")
    guard let resolver = resolver as calque_messages_resolver? else {
      table.setResolver(nil)
      return CALQUE_OK
    }
    let context = HostContext.owned(user_data, user_data_free)
    table.setResolver(
      MessageResolver { key, arguments in
        let (key, arguments) = (CText(key), CText(json: .array(arguments)))
        return withExtendedLifetime((key, arguments)) {
          Sink.collect { resolver(context.userData, key.lent, arguments.lent, $0) }
        }
      })
    return CALQUE_OK
  }
}

@c @implementation
public func calque_messages_set_translator(
  _ messages: OpaquePointer!, _ translator: OpaquePointer!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let table = try Input.object(messages, Messages.self, "messages")
    if let translator = Handle.object(translator, as: Translator.self) {
      MessageTranslator.connect(translator, to: table)
    } else {
      table.setResolver(nil)
    }
    return CALQUE_OK
  }
}

@c @implementation
public func calque_messages_epoch(_ messages: OpaquePointer!) -> UInt64 {
  Handle.object(messages, as: Messages.self)?.epoch ?? 0
}

@c @implementation
public func calque_messages_on(
  _ messages: OpaquePointer!, _ handler: calque_messages_handler!,
  _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ subscription: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.number(subscription, error) { () throws(Diagnostic) in
    let table = try Input.object(messages, Messages.self, "messages")
    guard let handler = handler as calque_messages_handler? else { throw Input.missing("handler") }
    let context = HostContext.owned(user_data, user_data_free)
    return table.onChange { handler(context.userData, $0) }
  }
}

@c @implementation
public func calque_messages_off(
  _ messages: OpaquePointer!, _ subscription: UInt64
) -> calque_status {
  Outcome.of(nil) { () throws(Diagnostic) in
    let table = try Input.object(messages, Messages.self, "messages")
    return table.removeHandler(subscription) ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}
