import CCalque
import CalqueBase
import CalqueTranslator

// include/calque/translator.h: the translator that a program shares.

private let shared = Mutex<Translator?>(nil)

@c @implementation
public func calque_translator_shared() -> OpaquePointer! {
  if let translator = shared.withLock({ $0 }) { return Handle.make(translator) }
  // Created outside the lock, because a translator calls its host.
  let created = Translator(format: .ios)
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
