import CCalque
import CPlatform
import CalqueBase
import CalqueJSON
import CalqueProposals
import CalqueTranslator

/// `user_data` of a host with the function that frees it; freed with the last closure that uses it.
final class HostContext: @unchecked Sendable {
  // Unchecked: the pointer is only handed back to the host, which answers for what it points to.
  let userData: UnsafeMutableRawPointer?
  private let free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  /// Set once the host has handed the pointer over: when the call that took it has succeeded.
  private var isOwned = false

  init(
    _ userData: UnsafeMutableRawPointer?,
    _ free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  ) {
    self.userData = userData
    self.free = free
  }

  func own() { isOwned = true }

  /// The context of a call that does not fail.
  var owned: HostContext {
    own()
    return self
  }

  deinit {
    if isOwned { free?(userData) }
  }
}

extension MemoryRegion {
  /// The bytes that a host gave and keeps until its `user_data_free` is called, or a copy of them.
  static func given(
    _ bytes: UnsafeRawPointer?, _ size: Int, copies: Bool, _ context: HostContext
  ) throws(Diagnostic) -> MemoryRegion {
    guard let bytes else { throw Input.missing("bytes") }
    guard size >= 0 else { throw Diagnostic(.invalidArgument, "size is too large") }
    return copies
      ? MemoryRegion(copying: UnsafeRawBufferPointer(start: bytes, count: size))
      : MemoryRegion(bytes, size, of: context)
  }
}

/// How operations that were started end, in the host.
extension HostContext {
  /// Calls a completion.
  ///
  /// - Parameters:
  ///   - result: JSON.
  ///   - failure: what failed, also in part; no completion gets it with `ok` or `unchanged`.
  func complete(
    _ function: calque_completion?, _ status: calque_status, _ result: Text?,
    _ failure: Diagnostic?
  ) {
    guard let function else { return }
    let failure =
      [CALQUE_OK, CALQUE_UNCHANGED].contains(status) ? nil : failure.map { Failure($0) }
    let error = failure.map { OpaquePointer(Unmanaged.passUnretained($0).toOpaque()) }
    withExtendedLifetime(failure) {
      Borrowed(result).call { function(userData, status, $0[0], error) }
    }
  }

  /// The completion of a call to the backend.
  ///
  /// Owns the user data from here on: the completion may come before the call has returned.
  func completion(_ function: calque_completion?) -> BackendOutcome.Completion {
    own()
    return { outcome in
      let status =
        outcome.failure?.code.rawValue ?? (outcome.isPartial ? CALQUE_PARTIAL : CALQUE_OK)
      self.complete(function, status, JSON.text(of: outcome.result), outcome.failure)
    }
  }
}

/// Turns the C callbacks of a host into closures of the engine. Those that get texts alone are
/// generated.
enum HostBridge {
  static func callbacks(_ host: calque_host, _ context: HostContext) -> HostCallbacks {
    let callbacks = HostCallbacks()
    if let function = host.missing_key {
      callbacks.missingKey = { missing in
        let value = missing.fallbackValue.map { $0.text ?? JSON.text(of: $0) }
        let lngs = JSON.text(of: .array(of: missing.lngs))
        let options = JSON.text(of: .object(missing.options))
        Borrowed(lngs, missing.ns, missing.key, value, options).call {
          var report = calque_missing_key(
            lngs: $0[0], ns: $0[1], key: $0[2], fallback_value: $0[3],
            update_missing: missing.updateMissing, options: $0[4])
          function(context.userData, &report)
        }
      }
    }
    set(callbacks, host, context)
    return callbacks
  }

  /// One key, or an array of them.
  static func text(of keys: [Text]) -> Text {
    keys.count == 1 ? keys[0] : JSON.text(of: .array(of: keys))
  }
}
