public import CCalque
import CalqueBase
import CalqueTranslator

// include/calque/translator.h: post processors, formatters, events.

@c @implementation
public func calque_translator_add_post_processor(
  _ translator: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ process: calque_post_processor?, _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let name = try Input.text(name, name_length, "name")
    let context = HostContext(user_data, user_data_free)
    context.own()
    translator.setPostProcessor(name, process.map { HostBridge.postProcessor($0, context) })
    return Outcome.ok
  }
}

@c @implementation
public func calque_translator_add_formatter(
  _ translator: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ format: calque_formatter?, _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let name = try Input.text(name, name_length, "name")
    let context = HostContext(user_data, user_data_free)
    context.own()
    translator.setFormatter(name, format.map { HostBridge.formatter($0, context) })
    return Outcome.ok
  }
}

@c @implementation
public func calque_translator_on(
  _ translator: OpaquePointer!, _ events: UnsafePointer<CChar>!, _ events_length: Int,
  _ handler: calque_event_handler?, _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ subscription: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  let number = subscription as UnsafeMutablePointer<UInt64>?
  number?.pointee = 0
  return Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let names = try Input.text(events, events_length, "events")
    guard let handler else { throw Input.missing("handler") }
    let context = HostContext(user_data, user_data_free)
    context.own()
    let made = translator.events.subscribe(names) { name, arguments in
      let (name, arguments) = (CText(name), CText(json: .array(arguments)))
      withExtendedLifetime((name, arguments)) {
        handler(context.userData, name.lent, arguments.lent)
      }
    }
    number?.pointee = made
    return Outcome.ok
  }
}

@c @implementation
public func calque_translator_off(
  _ translator: OpaquePointer!, _ subscription: UInt64
) -> calque_status {
  Outcome.of(nil) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    return translator.events.unsubscribe(subscription) ? Outcome.ok : Outcome.notFound
  }
}
