public import CCalque
import CalqueBase
import CalqueJSON
import CalqueTexts

// include/calque/text_versions.h: the version source and increases

/// The handler that is called when versions have come; nil for none.
private func completion(
  _ handler: calque_text_versions_handler?, _ userData: UnsafeMutableRawPointer?,
  _ free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> Texts.VersionCompletion? {
  let context = HostContext.owned(userData, free)
  guard let handler else { return nil }
  return { failure in
    let message = CText(failure?.message ?? "")
    withExtendedLifetime(message) {
      handler(context.userData, failure?.code.rawValue ?? CALQUE_OK, message.lent)
    }
  }
}

@c @implementation
public func calque_texts_set_version_source(
  _ texts: OpaquePointer!, _ bundle_file: UnsafePointer<CChar>!, _ bundle_length: Int,
  _ remote_file: UnsafePointer<CChar>!, _ remote_length: Int,
  _ handler: calque_text_versions_handler!, _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let texts = try Input.texts(texts)
    let source = VersionSource(
      bundleFile: try Input.optionalText(bundle_file, bundle_length),
      remoteFile: try Input.optionalText(remote_file, remote_length))
    texts.setVersionSource(
      to: source, completion: completion(handler, user_data, user_data_free))
    return CALQUE_OK
  }
}

@c @implementation
public func calque_texts_refresh_versions(
  _ texts: OpaquePointer!, _ handler: calque_text_versions_handler!,
  _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let texts = try Input.texts(texts)
    texts.refreshVersions(completion: completion(handler, user_data, user_data_free))
    return CALQUE_OK
  }
}

@c @implementation
public func calque_texts_await_versions(
  _ texts: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    if let failure = try Input.texts(texts).awaitVersions() { throw failure }
    return CALQUE_OK
  }
}

@c @implementation
public func calque_texts_on(
  _ texts: OpaquePointer!, _ receiver: calque_text_receiver!,
  _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ subscription: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.number(subscription, error) { () throws(Diagnostic) in
    let texts = try Input.texts(texts)
    guard let receiver = receiver as calque_text_receiver? else {
      throw Input.missing("receiver")
    }
    let context = HostContext.owned(user_data, user_data_free)
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
}

@c @implementation
public func calque_texts_off(
  _ texts: OpaquePointer!, _ subscription: UInt64
) -> calque_status {
  Outcome.of(nil) { () throws(Diagnostic) in
    try Input.texts(texts).removeReceiver(subscription) ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}

@c @implementation
public func calque_texts_mark_seen(
  _ texts: OpaquePointer!, _ identifier: UnsafePointer<CChar>!, _ identifier_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let identifier = try Input.text(identifier, identifier_length, "identifier")
    return try Input.texts(texts).markSeen(identifier) ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}

@c @implementation
public func calque_texts_unseen(
  _ texts: OpaquePointer!, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let unseen = try Input.texts(texts).unseen.map { increase in
      Value.object(
        Members([
          ("identifier", .text(increase.source.identifier)),
          ("version", .text(increase.version.text)), ("seen", .text(increase.previous.text)),
        ]))
    }
    return JSON.text(of: .array(unseen))
  }
}
