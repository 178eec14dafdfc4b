public import CCalque
import CPlatform

/// `include/calque/version.h` and the names of `status.h`.
private let version: StaticString = "0.1.0"

@c @implementation
public func calque_version() -> UInt32 {
  UInt32(CALQUE_VERSION_MAJOR << 16 | CALQUE_VERSION_MINOR << 8 | CALQUE_VERSION_PATCH)
}

@c @implementation
public func calque_version_string() -> UnsafePointer<CChar>! { version.cString }

@c @implementation
public func calque_has_feature(_ name: UnsafePointer<CChar>?) -> Bool {
  guard let name else { return false }
  #if hasFeature(Embedded)
    if strcmp(name, "embedded") == 0 { return true }
  #endif
  return features.contains { strcmp(name, $0.cString) == 0 }
}

/// The nouns, by the names of their headers.
private let features: [StaticString] = [
  "translator", "plural", "view", "catalog", "batch", "loading", "transport", "fetch", "messages",
  "texts", "localization", "proposals", "transcript", "formatter",
]

@c @implementation
public func calque_status_name(_ status: calque_status) -> UnsafePointer<CChar>! {
  statusName(status).cString
}

private func statusName(_ status: calque_status) -> StaticString {
  switch status {
  case CALQUE_OK: "CALQUE_OK"
  case CALQUE_TRUNCATED: "CALQUE_TRUNCATED"
  case CALQUE_NOT_FOUND: "CALQUE_NOT_FOUND"
  case CALQUE_MISSING_KEY: "CALQUE_MISSING_KEY"
  case CALQUE_UNCHANGED: "CALQUE_UNCHANGED"
  case CALQUE_CYCLE: "CALQUE_CYCLE"
  case CALQUE_LIMITED: "CALQUE_LIMITED"
  case CALQUE_PARTIAL: "CALQUE_PARTIAL"
  case CALQUE_INVALID_ARGUMENT: "CALQUE_INVALID_ARGUMENT"
  case CALQUE_INVALID_UTF8: "CALQUE_INVALID_UTF8"
  case CALQUE_INVALID_JSON: "CALQUE_INVALID_JSON"
  case CALQUE_INVALID_TYPE: "CALQUE_INVALID_TYPE"
  case CALQUE_INVALID_OPTION: "CALQUE_INVALID_OPTION"
  case CALQUE_INVALID_LOCALE: "CALQUE_INVALID_LOCALE"
  case CALQUE_INVALID_PLACEHOLDER: "CALQUE_INVALID_PLACEHOLDER"
  case CALQUE_LIMIT_EXCEEDED: "CALQUE_LIMIT_EXCEEDED"
  case CALQUE_IO_ERROR: "CALQUE_IO_ERROR"
  case CALQUE_CORRUPT: "CALQUE_CORRUPT"
  case CALQUE_UNSUPPORTED: "CALQUE_UNSUPPORTED"
  case CALQUE_REFUSED: "CALQUE_REFUSED"
  case CALQUE_CONFLICT: "CALQUE_CONFLICT"
  case CALQUE_CANCELLED: "CALQUE_CANCELLED"
  case CALQUE_TIMEOUT: "CALQUE_TIMEOUT"
  case CALQUE_UNREACHABLE: "CALQUE_UNREACHABLE"
  case CALQUE_INSECURE: "CALQUE_INSECURE"
  case CALQUE_HTTP_STATUS: "CALQUE_HTTP_STATUS"
  case CALQUE_BAD_RESPONSE: "CALQUE_BAD_RESPONSE"
  case CALQUE_LOAD_FAILED: "CALQUE_LOAD_FAILED"
  default: "CALQUE_UNKNOWN"
  }
}
