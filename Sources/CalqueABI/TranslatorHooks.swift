public import CCalque
import CalqueBase
import CalqueTranslator

// include/calque/hooks.h: post processors, formatters, events.

/// Runs the body of a call that hangs a function into a translator, under a name.
private func hanging(
  _ translator: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ name_length: Int,
  _ userData: UnsafeMutableRawPointer?,
  _ free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?,
  _ body: (Translator, Text, HostContext) -> Void
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let name = try Input.text(name, name_length, "name")
    body(translator, name, .owned(userData, free))
    return CALQUE_OK
  }
}

@c @implementation
public func calque_translator_add_post_processor(
  _ translator: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ process: calque_post_processor?, _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  hanging(translator, name, name_length, user_data, user_data_free, error) {
    translator, name, context in
    translator.setPostProcessor(name, process.map { HostBridge.postProcessor($0, context) })
  }
}

@c @implementation
public func calque_translator_add_formatter(
  _ translator: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ format: calque_format_handler?, _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  hanging(translator, name, name_length, user_data, user_data_free, error) {
    translator, name, context in
    translator.setFormatter(name, format.map { HostBridge.formatter($0, context) })
  }
}

@c @implementation
public func calque_translator_on(
  _ translator: OpaquePointer!, _ events: UnsafePointer<CChar>!, _ events_length: Int,
  _ handler: calque_event_handler?, _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ subscription: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.number(subscription, error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let names = try Input.text(events, events_length, "events")
    guard let handler else { throw Input.missing("handler") }
    return translator.events.subscribe(
      names, HostBridge.eventHandler(handler, .owned(user_data, user_data_free)))
  }
}

@c @implementation
public func calque_translator_off(
  _ translator: OpaquePointer!, _ subscription: UInt64
) -> calque_status {
  Outcome.of(nil) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    return translator.events.unsubscribe(subscription) ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}
