import CCalque
import CalqueBase
import CalqueJSON
import CalqueTranslator

/// Turns the C callbacks of a host into closures of the engine.
enum HostBridge {
  static func callbacks(_ host: calque_host, _ context: HostContext) -> HostCallbacks {
    var callbacks = HostCallbacks()
    callbacks.missingKey = missingKey(host, context)
    callbacks.parseMissingKey = parseMissingKey(host, context)
    callbacks.missingInterpolation = missingInterpolation(host, context)
    callbacks.returnedObject = returnedObject(host, context)
    callbacks.fallbackLng = fallbackLng(host, context)
    callbacks.escape = escape(host, context)
    callbacks.log = log(host, context)
    callbacks.formatValue = formatValue(host, context)
    return callbacks
  }

  private static func missingKey(
    _ host: calque_host, _ context: HostContext
  ) -> (@Sendable (MissingKey) -> Void)? {
    guard let function = host.missing_key else { return nil }
    return { missing in
      let lngs = CText(json: .array(missing.lngs.map { .text($0) }))
      let (ns, key) = (CText(missing.ns), CText(missing.key))
      let value = missing.fallbackValue.map { $0.text.map { CText($0) } ?? CText(json: $0) }
      let options = CText(json: .object(missing.options))
      var report = calque_missing_key(
        lngs: lngs.lent, ns: ns.lent, key: key.lent, fallback_value: value.lent,
        update_missing: missing.updateMissing, options: options.lent)
      function(context.userData, &report)
      withExtendedLifetime((lngs, ns, key, value, options)) {}
    }
  }

  private static func parseMissingKey(
    _ host: calque_host, _ context: HostContext
  ) -> (@Sendable (Text, Text?) -> Text?)? {
    guard let function = host.parse_missing_key else { return nil }
    return { key, standard in
      let (key, standard) = (CText(key), standard.map { CText($0) })
      return withExtendedLifetime((key, standard)) {
        Sink.collect { function(context.userData, key.lent, standard.lent, $0) }
      }
    }
  }

  private static func missingInterpolation(
    _ host: calque_host, _ context: HostContext
  ) -> (@Sendable (Text, Text, Text) -> Text?)? {
    guard let function = host.missing_interpolation else { return nil }
    return { text, match, variable in
      let (text, match, variable) = (CText(text), CText(match), CText(variable))
      return withExtendedLifetime((text, match, variable)) {
        Sink.collect { function(context.userData, text.lent, match.lent, variable.lent, $0) }
      }
    }
  }

  private static func returnedObject(
    _ host: calque_host, _ context: HostContext
  ) -> (@Sendable (Text, Value, Members) -> Text?)? {
    guard let function = host.returned_object else { return nil }
    return { key, value, options in
      let (key, value, options) = (CText(key), CText(json: value), CText(json: .object(options)))
      return withExtendedLifetime((key, value, options)) {
        Sink.collect { function(context.userData, key.lent, value.lent, options.lent, $0) }
      }
    }
  }

  private static func fallbackLng(
    _ host: calque_host, _ context: HostContext
  ) -> (@Sendable (Text) -> Value?)? {
    guard let function = host.fallback_lng else { return nil }
    return { code in
      let code = CText(code)
      let json = withExtendedLifetime(code) {
        Sink.collect { function(context.userData, code.lent, $0) }
      }
      return json.flatMap { try? JSON.parse($0) }
    }
  }

  private static func escape(
    _ host: calque_host, _ context: HostContext
  ) -> (@Sendable (Text) -> Text?)? {
    guard let function = host.escape else { return nil }
    return { value in
      let value = CText(value)
      return withExtendedLifetime(value) {
        Sink.collect { function(context.userData, value.lent, $0) }
      }
    }
  }

  private static func log(
    _ host: calque_host, _ context: HostContext
  ) -> (@Sendable (Text) -> Void)? {
    guard let function = host.log else { return nil }
    return { message in
      let message = CText(message)
      // A temporary would be freed before the call.
      withExtendedLifetime(message) { function(context.userData, message.lent) }
    }
  }

  private static func formatValue(
    _ host: calque_host, _ context: HostContext
  ) -> (@Sendable (Value, Text?, Text, Members) -> Value?)? {
    guard let function = host.format_value else { return nil }
    return { value, spelled, lng, options in
      let (value, spelled) = (CText(json: value), spelled.map { CText($0) })
      let (lng, options) = (CText(lng), CText(json: .object(options)))
      return withExtendedLifetime((value, spelled, lng, options)) {
        Sink.value {
          function(context.userData, value.lent, spelled.lent, lng.lent, options.lent, $0)
        }
      }
    }
  }

  static func formatter(
    _ function: @escaping calque_format_handler, _ context: HostContext
  ) -> HostCallbacks.Formatter {
    { value, lng, options in
      let (value, lng) = (CText(json: value), CText(lng))
      let options = CText(json: .object(options))
      return withExtendedLifetime((value, lng, options)) {
        Sink.value { function(context.userData, value.lent, lng.lent, options.lent, $0) }
      }
    }
  }

  static func eventHandler(
    _ function: @escaping calque_event_handler, _ context: HostContext
  ) -> @Sendable (_ name: Text, _ arguments: [Value]) -> Void {
    { name, arguments in
      let (name, arguments) = (CText(name), CText(json: .array(arguments)))
      withExtendedLifetime((name, arguments)) {
        function(context.userData, name.lent, arguments.lent)
      }
    }
  }

  static func postProcessor(
    _ function: @escaping calque_post_processor, _ context: HostContext
  ) -> HostCallbacks.PostProcessor {
    { value, keys, options in
      let key = keys.count == 1 ? CText(keys[0]) : CText(json: .array(keys.map { .text($0) }))
      let (value, options) = (CText(value), CText(json: .object(options)))
      return withExtendedLifetime((value, key, options)) {
        Sink.collect { function(context.userData, value.lent, key.lent, options.lent, $0) }
      }
    }
  }
}

extension CText {
  convenience init(json value: Value) { self.init(JSON.text(of: value)) }

  /// The text as a callback gets it. The object must outlive the callback.
  var lent: calque_str { calque_str(data: start, length: count) }
}

extension Optional where Wrapped == CText {
  /// "Undefined" is a NULL text.
  var lent: calque_str { self?.lent ?? calque_str(data: nil, length: 0) }
}
