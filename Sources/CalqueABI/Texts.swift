public import CCalque
import CalqueBase
import CalqueJSON
import CalqueTexts

// include/calque/texts.h: texts and their sources

@c @implementation
public func calque_texts_create(
  _ options_json: UnsafePointer<CChar>!, _ options_length: Int,
  _ services: UnsafePointer<calque_services>!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.object(out, error) { () throws(Diagnostic) in
    let members = try Input.members(options_json, options_length, "options_json")
    let options = try TextsOptions(members)
    let host = try HostServices(services)
    let texts = try Texts(options, services: host.services)
    host.own()
    return texts
  }
}

@c @implementation
public func calque_texts_retain(_ texts: OpaquePointer!) -> OpaquePointer! {
  Handle.retain(texts, as: Texts.self)
  return texts
}

@c @implementation
public func calque_texts_release(_ texts: OpaquePointer!) {
  Handle.release(texts, as: Texts.self)
}

@c @implementation
public func calque_texts_set_resource_bundle(
  _ texts: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let texts = try Input.texts(texts)
    texts.setResourceBundle(to: try Input.optionalText(path, length))
    return CALQUE_OK
  }
}

@c @implementation
public func calque_texts_set_resource_timeout(
  _ texts: OpaquePointer!, _ milliseconds: UInt32, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let texts = try Input.texts(texts)
    guard milliseconds > 0, milliseconds <= TextsOptions.longestTime else {
      throw Diagnostic(.invalidArgument, "milliseconds is out of range")
    }
    texts.setResourceTimeout(to: Int(milliseconds))
    return CALQUE_OK
  }
}

@c @implementation
public func calque_texts_register(
  _ texts: OpaquePointer!, _ source: UnsafePointer<calque_text_source>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let texts = try Input.texts(texts)
    guard let source = source as UnsafePointer<calque_text_source>? else {
      throw Input.missing("source")
    }
    try texts.register(TextSource(try Structure.read(source, calque_text_source(), "source")))
    return CALQUE_OK
  }
}

@c @implementation
public func calque_texts_unregister(
  _ texts: OpaquePointer!, _ identifier: UnsafePointer<CChar>!, _ length: Int
) -> calque_status {
  Outcome.of(nil) { () throws(Diagnostic) in
    let identifier = try Input.text(identifier, length, "identifier")
    return try Input.texts(texts).unregister(identifier) ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}

@c @implementation
public func calque_texts_clear_caches(
  _ texts: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    try Input.texts(texts).clearCaches()
    return CALQUE_OK
  }
}

@c @implementation
public func calque_texts_status(
  _ texts: OpaquePointer!, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    JSON.text(of: .object(try Input.texts(texts).status))
  }
}

extension Input {
  static func texts(_ handle: OpaquePointer?) throws(Diagnostic) -> Texts {
    try object(handle, Texts.self, "texts")
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
