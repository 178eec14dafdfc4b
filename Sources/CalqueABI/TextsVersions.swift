public import CCalque
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

// include/calque/text_versions.h: reading, comparing and writing versions

extension Version {
  /// - Throws: `invalidArgument` for a width that no version has.
  init(_ version: UnsafePointer<calque_text_version>?) throws(Diagnostic) {
    guard let given = version?.pointee else {
      self = .zero
      return
    }
    self.init(given.major, given.minor, given.patch)
    guard let major = UInt8(exactly: given.major_width),
      let minor = UInt8(exactly: given.minor_width), let patch = UInt8(exactly: given.patch_width)
    else { throw Diagnostic(.invalidArgument, "a width of the version is over 255") }
    (majorWidth, minorWidth, patchWidth) = (major, minor, patch)
  }

  var c: calque_text_version {
    calque_text_version(
      major: major, minor: minor, patch: patch, major_width: UInt32(majorWidth),
      minor_width: UInt32(minorWidth), patch_width: UInt32(patchWidth), reserved: 0)
  }
}

@c @implementation
public func calque_text_version_parse(
  _ text: UnsafePointer<CChar>?, _ length: Int,
  _ version: UnsafeMutablePointer<calque_text_version>?
) -> calque_status {
  version?.pointee = calque_text_version()
  return Outcome.of(nil) { () throws(Diagnostic) in
    let version = try Input.given(version, "version")
    guard let parsed = Version(try Input.text(text, length, "text")) else {
      throw Diagnostic(.invalidArgument, "the text is not a version")
    }
    version.pointee = parsed.c
    return CALQUE_OK
  }
}

extension CFunction {
  static func calque_text_version_format(_ version: Version) -> Text { version.text }
}
