import CCalque
import CPlatform

// include/calque/version.h
let version: StaticString = "0.1.0"

@c @implementation
public func calque_has_feature(_ name: UnsafePointer<CChar>?) -> Bool {
  guard let name else { return false }
  #if hasFeature(Embedded)
    if strcmp(name, embedded.cString) == 0 { return true }
  #endif
  return features.contains { strcmp(name, $0.cString) == 0 }
}

// As a literal of C: a `String` would bring 20 KiB of the standard library along.
private let embedded: StaticString = "embedded"

/// The nouns, by the names of their headers.
private let features: [StaticString] = [
  "translator", "plural", "view", "catalog", "renderer", "loading", "transport", "messages",
  "texts", "localization", "proposals", "transcript", "formatter",
]
