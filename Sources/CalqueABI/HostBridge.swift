import CCalque
import CalqueBase
import CalqueJSON
import CalqueTranslator

/// Turns the C callbacks of a host into closures of the engine.
enum HostBridge {
  static func callbacks(_ host: calque_host, _ context: HostContext) -> HostCallbacks {
    var callbacks = HostCallbacks()
    if let missing = host.missing_key { callbacks.missingKey = self.missing(missing, context) }
    if let parse = host.parse_missing_key {
      callbacks.parseMissingKey = { key, standard in
        let (key, standard) = (CText(key), standard.map { CText($0) })
        return withExtendedLifetime((key, standard)) {
          Sink.collect { parse(context.userData, key.lent, standard.lent, $0) }
        }
      }
    }
    if let interpolate = host.missing_interpolation {
      callbacks.missingInterpolation = { text, match, variable in
        let (text, match, variable) = (CText(text), CText(match), CText(variable))
        return withExtendedLifetime((text, match, variable)) {
          Sink.collect {
            interpolate(context.userData, text.lent, match.lent, variable.lent, $0)
          }
        }
      }
    }
    if let returned = host.returned_object {
      callbacks.returnedObject = { key, value, options in
        let (key, value, options) = (CText(key), CText(json: value), CText(json: .object(options)))
        return withExtendedLifetime((key, value, options)) {
          Sink.collect { returned(context.userData, key.lent, value.lent, options.lent, $0) }
        }
      }
    }
    if let fallback = host.fallback_lng {
      callbacks.fallbackLng = { code in
        let code = CText(code)
        let json = withExtendedLifetime(code) {
          Sink.collect { fallback(context.userData, code.lent, $0) }
        }
        return json.flatMap { try? JSON.parse($0) }
      }
    }
    if let escape = host.escape {
      callbacks.escape = { value in
        let value = CText(value)
        return withExtendedLifetime(value) {
          Sink.collect { escape(context.userData, value.lent, $0) }
        }
      }
    }
    if let log = host.log {
      callbacks.log = { message in
        let message = CText(message)
        // A temporary would be freed before the call.
        withExtendedLifetime(message) { log(context.userData, message.lent) }
      }
    }
    if let format = host.format_value {
      callbacks.formatValue = { value, spelled, lng, options in
        let (value, spelled) = (CText(json: value), spelled.map { CText($0) })
        let (lng, options) = (CText(lng), CText(json: .object(options)))
        return withExtendedLifetime((value, spelled, lng, options)) {
          Sink.value {
            format(context.userData, value.lent, spelled.lent, lng.lent, options.lent, $0)
          }
        }
      }
    }
    return callbacks
  }

  private static func missing(
    _ function:
      @escaping @convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<calque_missing_key>?
      ) -> Void, _ context: HostContext
  ) -> @Sendable (MissingKey) -> Void {
    { missing in
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
