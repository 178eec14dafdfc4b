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
public func calque_has_feature(_ name: UnsafePointer<CChar>!) -> Bool {
  guard let name = name as UnsafePointer<CChar>? else { return false }
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
  case 0: "CALQUE_OK"
  case 1: "CALQUE_TRUNCATED"
  case 2: "CALQUE_NOT_FOUND"
  case 3: "CALQUE_MISSING_KEY"
  case 4: "CALQUE_UNCHANGED"
  case 5: "CALQUE_CYCLE"
  case 6: "CALQUE_LIMITED"
  case 7: "CALQUE_PARTIAL"
  case 20: "CALQUE_INVALID_ARGUMENT"
  case 21: "CALQUE_INVALID_UTF8"
  case 22: "CALQUE_INVALID_JSON"
  case 23: "CALQUE_INVALID_TYPE"
  case 24: "CALQUE_INVALID_OPTION"
  case 25: "CALQUE_INVALID_LOCALE"
  case 26: "CALQUE_INVALID_PLACEHOLDER"
  case 30: "CALQUE_LIMIT_EXCEEDED"
  case 40: "CALQUE_IO_ERROR"
  case 41: "CALQUE_CORRUPT"
  case 50: "CALQUE_UNSUPPORTED"
  case 51: "CALQUE_REFUSED"
  case 52: "CALQUE_CONFLICT"
  case 60: "CALQUE_CANCELLED"
  case 61: "CALQUE_TIMEOUT"
  case 62: "CALQUE_UNREACHABLE"
  case 63: "CALQUE_INSECURE"
  case 64: "CALQUE_HTTP_STATUS"
  case 65: "CALQUE_BAD_RESPONSE"
  case 66: "CALQUE_LOAD_FAILED"
  default: "CALQUE_UNKNOWN"
  }
}
