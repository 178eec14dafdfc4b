import CCalque
import CalqueBase
import CalqueTranslator

// include/calque/translator.h: the translator that a program shares.

private let shared = Mutex<Translator?>(nil)

@c @implementation
public func calque_translator_shared() -> OpaquePointer! {
  if let translator = shared.withLock({ $0 }) { return Handle.make(translator) }
  // Made outside the lock: a translator tells its host what happens to it.
  let made = try? Translator(format: .ios, given: Members(), host: HostCallbacks())
  let kept = shared.withLock { translator -> Translator? in
    translator = translator ?? made
    return translator
  }
  return kept.map { Handle.make($0) }
}

@c @implementation
public func calque_translator_set_shared(_ translator: OpaquePointer!) {
  let new = Handle.object(translator, as: Translator.self)
  let old = shared.withLock { translator -> Translator? in
    defer { translator = new }
    return translator
  }
  // Freed here, with no lock held.
  _ = old
}
