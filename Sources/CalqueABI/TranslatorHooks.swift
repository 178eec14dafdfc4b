import CCalque
import CalqueBase
import CalqueTranslator

// include/calque/hooks.h: post processors, formatters, events.
extension CFunction {
  static func calque_translator_add_post_processor(
    _ translator: Translator, _ name: Text, _ process: calque_post_processor?,
    _ context: HostContext
  ) {
    context.own()
    translator.setPostProcessor(name, process.map { HostBridge.postProcessor($0, context) })
  }

  static func calque_translator_add_formatter(
    _ translator: Translator, _ name: Text, _ format: calque_format_handler?,
    _ context: HostContext
  ) {
    context.own()
    translator.setFormatter(name, format.map { HostBridge.formatter($0, context) })
  }

  static func calque_translator_on(
    _ translator: Translator, _ events: Text, _ handler: calque_event_handler,
    _ context: HostContext
  ) -> UInt64 {
    context.own()
    return translator.events.subscribe(events, HostBridge.eventHandler(handler, context))
  }

  static func calque_translator_off(_ translator: Translator, _ subscription: UInt64) -> Bool {
    translator.events.unsubscribe(subscription)
  }
}

// include/calque/translator.h: the translator that a program shares.

private let shared = Mutex<Translator?>(nil)

@c @implementation
public func calque_translator_shared() -> OpaquePointer! {
  if let translator = shared.withLock({ $0 }) { return Handle.make(translator) }
  // Created outside the lock, because a translator calls its host.
  guard let created = try? CFunction.calque_translator_create(.ios, Members(), nil) else {
    return nil
  }
  let kept = shared.withLock { translator -> Translator in
    let kept = translator ?? created
    translator = kept
    return kept
  }
  return Handle.make(kept)
}

@c @implementation
public func calque_translator_set_shared(_ translator: OpaquePointer?) {
  _ = shared.exchange(Handle.object(translator, as: Translator.self))
}
