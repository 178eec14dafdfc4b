import CCalque
import CalqueBase
import CalqueTexts

// include/calque/text_versions.h: the version source and increases
extension CFunction {
  static func calque_texts_set_version_source(
    _ texts: Texts, _ bundleFile: Text?, _ remoteFile: Text?,
    _ completion: calque_completion?, _ context: HostContext
  ) {
    texts.setVersionSource(
      to: VersionSource(bundleFile: bundleFile, remoteFile: remoteFile),
      completion: context.completion(completion))
  }

  static func calque_texts_refresh_versions(
    _ texts: Texts, _ completion: calque_completion?, _ context: HostContext
  ) {
    texts.refreshVersions(completion: context.completion(completion))
  }

  static func calque_texts_await_versions(_ texts: Texts) throws(Diagnostic) {
    if let failure = texts.awaitVersions() { throw failure }
  }

  static func calque_texts_on(
    _ texts: Texts, _ receiver: calque_text_receiver, _ context: HostContext
  ) -> UInt64 {
    context.own()
    return texts.addReceiver { increase in
      let identifier = CText(increase.source.identifier)
      withExtendedLifetime(identifier) {
        var told = calque_text_increase(
          struct_size: MemoryLayout<calque_text_increase>.size, identifier: identifier.lent,
          version: increase.version.c, previous: increase.previous.c)
        receiver(context.userData, &told)
      }
    }
  }

  static func calque_texts_off(_ texts: Texts, _ subscription: UInt64) -> Bool {
    texts.removeReceiver(subscription)
  }

  static func calque_texts_mark_seen(
    _ texts: Texts, _ identifier: Text
  ) throws(Diagnostic) -> Bool {
    try texts.markSeen(identifier)
  }
}

extension HostContext {
  /// Calls a completion when versions have come; nil for none. Owns the user data from here on.
  fileprivate func completion(_ function: calque_completion?) -> Texts.VersionCompletion? {
    own()
    guard let function else { return nil }
    return { failure in
      self.complete(function, failure?.code.rawValue ?? CALQUE_OK, nil, failure)
    }
  }
}
