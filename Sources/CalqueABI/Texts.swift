import CCalque
import CalqueBase
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

  static func calque_texts_register(
    _ texts: Texts, _ source: calque_text_source
  ) throws(Diagnostic) {
    try texts.register(TextSource(source))
  }

  static func calque_texts_unregister(_ texts: Texts, _ identifier: Text) -> Bool {
    texts.unregister(identifier)
  }

  static func calque_texts_clear_caches(_ texts: Texts) throws(Diagnostic) {
    try texts.clearCaches()
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
