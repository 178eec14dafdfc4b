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
      Borrowed(increase.source.identifier).call {
        var told = calque_text_increase(
          struct_size: MemoryLayout<calque_text_increase>.size, identifier: $0[0],
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

extension CFunction {
  static func calque_text_version_parse(
    _ text: Text, _ out: UnsafeMutablePointer<calque_text_version>?
  ) throws(Diagnostic) {
    let out = try Input.given(out, "version")
    guard let version = Version(text) else {
      throw Diagnostic(.invalidArgument, "the text is not a version")
    }
    out.pointee = version.c
  }

  static func calque_text_version_format(_ version: Version) -> Text { version.text }
}
