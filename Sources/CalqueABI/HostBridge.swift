import CCalque
import CalqueBase
import CalqueJSON
import CalqueTranslator

/// Turns the C callbacks of a host into closures of the engine.
enum HostBridge {
  static func callbacks(_ host: calque_host, _ context: HostContext) -> HostCallbacks {
    var callbacks = HostCallbacks()
    callbacks.missingKey = missingKey(host, context)
    if let function = host.parse_missing_key {
      callbacks.parseMissingKey = { key, standard in
        Borrowed(key, standard).text { function(context.userData, $0[0], $0[1], $1) }
      }
    }
    if let function = host.missing_interpolation {
      callbacks.missingInterpolation = { text, match, variable in
        Borrowed(text, match, variable).text { function(context.userData, $0[0], $0[1], $0[2], $1) }
      }
    }
    if let function = host.returned_object {
      callbacks.returnedObject = { key, value, options in
        Borrowed(key, json(value), json(.object(options))).text {
          function(context.userData, $0[0], $0[1], $0[2], $1)
        }
      }
    }
    if let function = host.fallback_lng {
      callbacks.fallbackLng = { code in
        Borrowed(code).text { function(context.userData, $0[0], $1) }.flatMap {
          try? JSON.parse($0)
        }
      }
    }
    if let function = host.escape {
      callbacks.escape = { value in Borrowed(value).text { function(context.userData, $0[0], $1) } }
    }
    if let function = host.log {
      callbacks.log = { message in Borrowed(message).call { function(context.userData, $0[0]) } }
    }
    if let function = host.format_value {
      callbacks.formatValue = { value, spelled, lng, options in
        Borrowed(json(value), spelled, lng, json(.object(options))).value {
          function(context.userData, $0[0], $0[1], $0[2], $0[3], $1)
        }
      }
    }
    return callbacks
  }

  private static func missingKey(
    _ host: calque_host, _ context: HostContext
  ) -> (@Sendable (MissingKey) -> Void)? {
    guard let function = host.missing_key else { return nil }
    return { missing in
      let value = missing.fallbackValue.map { $0.text ?? json($0) }
      let lngs = Value.array(missing.lngs.map { .text($0) })
      Borrowed(json(lngs), missing.ns, missing.key, value, json(.object(missing.options))).call {
        var report = calque_missing_key(
          lngs: $0[0], ns: $0[1], key: $0[2], fallback_value: $0[3],
          update_missing: missing.updateMissing, options: $0[4])
        function(context.userData, &report)
      }
    }
  }

  static func formatter(
    _ function: calque_format_handler?, _ context: HostContext
  ) -> HostCallbacks.Formatter? {
    context.own()
    guard let function else { return nil }
    return { value, lng, options in
      Borrowed(json(value), lng, json(.object(options))).value {
        function(context.userData, $0[0], $0[1], $0[2], $1)
      }
    }
  }

  static func eventHandler(
    _ function: @escaping calque_event_handler, _ context: HostContext
  ) -> @Sendable (_ name: Text, _ arguments: [Value]) -> Void {
    context.own()
    return { name, arguments in
      Borrowed(name, json(.array(arguments))).call { function(context.userData, $0[0], $0[1]) }
    }
  }

  static func postProcessor(
    _ function: calque_post_processor?, _ context: HostContext
  ) -> HostCallbacks.PostProcessor? {
    context.own()
    guard let function else { return nil }
    return { value, keys, options in
      let key = keys.count == 1 ? keys[0] : json(.array(keys.map { .text($0) }))
      return Borrowed(value, key, json(.object(options))).text {
        function(context.userData, $0[0], $0[1], $0[2], $1)
      }
    }
  }

  private static func json(_ value: Value) -> Text { JSON.text(of: value) }
}
