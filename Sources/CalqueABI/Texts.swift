import CCalque
import CalqueBase
import CalqueJSON
import CalqueTexts

// include/calque/texts.h: texts and their sources
extension CFunction {
  static func calque_texts_create(
    _ options: Members, _ host: HostServices
  ) throws(Diagnostic) -> Owner<Texts> {
    let texts = try Texts(TextsOptions(options), services: host.services)
    host.own()
    return Owner(texts)
  }

  static func calque_texts_set_options(
    _ texts: Texts, _ options: Members
  ) throws(Diagnostic) {
    let reader = MemberReader(options)
    let bundle = reader.text("resourceBundle")
    let timeout = reader.integer("resourceTimeout", in: 1...Int64(TextsOptions.longestTime))
    try reader.finish()
    try reader.allow(["resourceBundle", "resourceTimeout"])
    if let timeout { texts.setResourceTimeout(to: Int(timeout)) }
    if options["resourceBundle"] != nil { texts.setResourceBundle(to: bundle) }
  }

  static func calque_texts_status(_ texts: Texts) -> Value {
    var status = texts.status
    status["unseen"] = .array(
      texts.unseen.map { increase in
        .object([
          "identifier": .text(increase.source.identifier), "version": .text(increase.version.text),
          "seen": .text(increase.previous.text),
        ])
      })
    return .object(status)
  }
}

extension TextSource {
  /// - Throws: `invalidArgument`, `invalidUTF8`.
  init(_ source: calque_text_source) throws(Diagnostic) {
    let digits = try Input.optionalText(source.sha256.data, source.sha256.length)
    var sha256: SHA256?
    if let digits {
      sha256 = SHA256(hexadecimal: digits)
      guard sha256 != nil else {
        throw Diagnostic(.invalidArgument, "source->sha256 is not 64 hexadecimal digits")
      }
    }
    self.init(
      identifier: try Input.text(
        source.identifier.data, source.identifier.length, "source->identifier"),
      bundleFile: try Input.optionalText(source.bundle_file.data, source.bundle_file.length),
      remoteFile: try Input.optionalText(source.remote_file.data, source.remote_file.length),
      sha256: sha256)
  }
}

// include/calque/texts.h: texts at hand, and the latest

extension TextAnswer {
  /// The results of calls about the latest text.
  fileprivate var status: calque_status {
    guard local != nil else { return failure?.code.rawValue ?? CALQUE_NOT_FOUND }
    return failure == nil ? CALQUE_OK : CALQUE_PARTIAL
  }

  fileprivate var info: calque_text_info {
    calque_text_info(
      version: (local?.version ?? .zero).c, place: local?.place.rawValue ?? 0,
      reason: failure?.code.rawValue ?? CALQUE_OK)
  }

  /// The result of a request as JSON; nil without a text.
  fileprivate var result: Text? {
    local.map { local in
      JSON.text(
        of: .object([
          "text": .text(local.text), "version": .text(local.version.text),
          "place": .text(local.place.name),
        ]))
    }
  }
}

extension CFunction {
  static func calque_texts_get(
    _ texts: Texts, _ identifier: Text, _ text: UnsafeMutablePointer<calque_string>?,
    _ info: UnsafeMutablePointer<calque_text_info>?
  ) throws(Diagnostic) -> calque_status {
    let local = texts.text(for: identifier)
    info?.pointee = TextAnswer(local: local, failure: nil).info
    guard let local else { return CALQUE_NOT_FOUND }
    try Reply.give(local.text, to: text)
    return CALQUE_OK
  }

  static func calque_texts_await(
    _ texts: Texts, _ identifier: Text, _ timeout: UInt32,
    _ text: UnsafeMutablePointer<calque_string>?, _ info: UnsafeMutablePointer<calque_text_info>?
  ) throws(Diagnostic) -> calque_status {
    let answer = texts.awaitLatest(for: identifier, timeout: Input.timeout(timeout))
    guard let local = answer.local else {
      throw answer.failure ?? Diagnostic(.loadFailed, "there is no text")
    }
    try Reply.give(local.text, to: text)
    info?.pointee = answer.info
    return answer.status
  }

  static func calque_texts_request(
    _ texts: Texts, _ identifier: Text, _ flags: UInt32, _ timeout: UInt32,
    _ completion: calque_completion, _ context: HostContext
  ) throws(Diagnostic) -> UInt64 {
    guard flags & ~UInt32(CALQUE_TEXTS_REFETCH) == 0 else {
      throw Diagnostic(.invalidArgument, "flags has unknown bits")
    }
    context.own()
    let told: @Sendable (TextAnswer) -> Void = { answer in
      context.complete(completion, answer.status, answer.result, answer.failure)
    }
    let timeout = Input.timeout(timeout)
    return flags == 0
      ? texts.latest(for: identifier, timeout: timeout, completion: told)
      : texts.refetch(identifier, timeout: timeout, completion: told)
  }
}

extension Input {
  /// Milliseconds, of which 0 stands for a default.
  fileprivate static func timeout(_ milliseconds: UInt32) -> Int? {
    milliseconds == 0 ? nil : Int(milliseconds)
  }
}

// include/calque/text_versions.h: the version source and increases
extension CFunction {

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
}

extension HostContext {
  /// Calls a completion when versions have come; nil for none. Owns the user data from here on.
  func completion(_ function: calque_completion?) -> Texts.VersionCompletion? {
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
    guard max(given.major_width, given.minor_width, given.patch_width) <= 255 else {
      throw Diagnostic(.invalidArgument, "a width of the version is over 255")
    }
    majorWidth = UInt(given.major_width)
    minorWidth = UInt(given.minor_width)
    patchWidth = UInt(given.patch_width)
  }

  /// - Throws: `invalidArgument`.
  init(parsing text: Text) throws(Diagnostic) {
    guard let version = Version(text) else {
      throw Diagnostic(.invalidArgument, "the text is not a version")
    }
    self = version
  }

  var c: calque_text_version {
    calque_text_version(
      major: major, minor: minor, patch: patch, major_width: UInt32(majorWidth),
      minor_width: UInt32(minorWidth), patch_width: UInt32(patchWidth), reserved: 0)
  }
}
