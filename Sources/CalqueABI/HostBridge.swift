import CCalque
import CalqueBase
import CalqueJSON
import CalqueTranslator

/// Turns the C callbacks of a host into closures of the engine. Those that get texts alone are
/// generated.
enum HostBridge {
  static func callbacks(_ host: calque_host, _ context: HostContext) -> HostCallbacks {
    var callbacks = HostCallbacks()
    if let function = host.missing_key {
      callbacks.missingKey = { missing in
        let value = missing.fallbackValue.map { $0.text ?? JSON.text(of: $0) }
        let lngs = JSON.text(of: .array(missing.lngs.map { .text($0) }))
        let options = JSON.text(of: .object(missing.options))
        Borrowed(lngs, missing.ns, missing.key, value, options).call {
          var report = calque_missing_key(
            lngs: $0[0], ns: $0[1], key: $0[2], fallback_value: $0[3],
            update_missing: missing.updateMissing, options: $0[4])
          function(context.userData, &report)
        }
      }
    }
    set(&callbacks, host, context)
    return callbacks
  }

  /// One key, or an array of them.
  static func text(of keys: [Text]) -> Text {
    keys.count == 1 ? keys[0] : JSON.text(of: .array(keys.map { .text($0) }))
  }
}
