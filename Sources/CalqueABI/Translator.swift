public import CCalque
import CalqueBase
import CalqueJSON
import CalqueLocale
import CalqueTranslator
import CalqueTransport

// include/calque/translator.h: lifetime, languages, options.

@c @implementation
public func calque_translator_create(
  _ format: calque_format, _ options: UnsafePointer<CChar>!, _ options_length: Int,
  _ host: UnsafePointer<calque_host>!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.object(out, error) { () throws(Diagnostic) in
    try HostBridge.translator(format, options, options_length, host)
  }
}

extension HostBridge {
  /// A translator made of what a host gives.
  static func translator(
    _ format: calque_format, _ options: UnsafePointer<CChar>?, _ length: Int,
    _ host: UnsafePointer<calque_host>?
  ) throws(Diagnostic) -> Translator {
    guard let format = TranslatorFormat(rawValue: format) else {
      throw Diagnostic(.invalidArgument, "there is no such format")
    }
    let given = try Input.members(options, length, "options")
    var callbacks = HostCallbacks()
    var context: HostContext?
    var services: HostServices?
    if let host {
      let copy = try Structure.read(host, calque_host(), "host")
      let owner = HostContext(copy.user_data, copy.user_data_free)
      callbacks = self.callbacks(copy, owner)
      context = owner
      services = try HostServices(copy.services)
    }
    let translator = try Translator(
      format: format, given: given, host: callbacks, services: services?.services ?? .standard)
    context?.own()
    services?.own()
    return translator
  }
}

@c @implementation
public func calque_translator_clone(
  _ translator: OpaquePointer!, _ options: UnsafePointer<CChar>!, _ options_length: Int,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    guard let out = out as UnsafeMutablePointer<OpaquePointer?>? else { throw Input.missing("out") }
    out.pointee = nil
    let translator = try Input.object(translator, Translator.self, "translator")
    let given = try Input.members(options, options_length, "options")
    out.pointee = Handle.make(try translator.clone(given))
    return CALQUE_OK
  }
}

@c @implementation
public func calque_translator_set_options(
  _ translator: OpaquePointer!, _ options: UnsafePointer<CChar>!, _ options_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    try translator.setOptions(try Input.members(options, options_length, "options"))
    return CALQUE_OK
  }
}

@c @implementation
public func calque_translator_retain(_ translator: OpaquePointer!) -> OpaquePointer! {
  Handle.retain(translator, as: Translator.self)
  return translator
}

@c @implementation
public func calque_translator_release(_ translator: OpaquePointer!) {
  Handle.release(translator, as: Translator.self)
}

@c @implementation
public func calque_translator_format(_ translator: OpaquePointer!) -> calque_format {
  Handle.object(translator, as: Translator.self)?.format.rawValue ?? 0
}

@c @implementation
public func calque_translator_has_loaded_namespace(
  _ translator: OpaquePointer!, _ ns: UnsafePointer<CChar>!, _ ns_length: Int,
  _ lng: UnsafePointer<CChar>!, _ lng_length: Int
) -> Bool {
  guard let translator = Handle.object(translator, as: Translator.self),
    let ns = try? Input.text(ns, ns_length, "ns"),
    let lng = try? Maybe(Input.optionalText(lng, lng_length))
  else { return false }
  return translator.hasLoadedNamespace(ns, lng: lng.value)
}

/// An optional that is not flattened by `try?`.
private struct Maybe<Wrapped> {
  let value: Wrapped?

  init(_ value: Wrapped?) { self.value = value }
}

@c @implementation
public func calque_translator_set_default_namespace(
  _ translator: OpaquePointer!, _ ns: UnsafePointer<CChar>!, _ ns_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    translator.setDefaultNamespaces(try Input.list(ns, ns_length, "ns"))
    return CALQUE_OK
  }
}

@c @implementation
public func calque_translator_change_language(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let codes = try Input.list(lng, lng_length, "lng")
    try translator.checkLanguage(codes)
    translator.changeLanguage(to: codes)
    return CALQUE_OK
  }
}

@c @implementation
public func calque_translator_language(
  _ translator: OpaquePointer!, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  Reply.clear(buffer, capacity, length)
  return Outcome.of(nil) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    return try Reply.copy(translator.snapshot.language ?? "", buffer, capacity, length)
  }
}

@c @implementation
public func calque_translator_resolved_language(
  _ translator: OpaquePointer!, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  Reply.clear(buffer, capacity, length)
  return Outcome.of(nil) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    return try Reply.copy(translator.snapshot.resolvedLanguage ?? "", buffer, capacity, length)
  }
}

@c @implementation
public func calque_translator_languages(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int,
  _ json: UnsafeMutablePointer<calque_string>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.clear(json)
  return Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let languages = translator.languages(for: try Input.optionalText(lng, lng_length))
    try Reply.give(JSON.text(of: .array(languages.map { .text($0) })), to: json)
    return CALQUE_OK
  }
}

@c @implementation
public func calque_translator_dir(
  _ translator: OpaquePointer!, _ lng: UnsafePointer<CChar>!, _ lng_length: Int
) -> calque_direction {
  guard let translator = Handle.object(translator, as: Translator.self) else { return 0 }
  let code = (try? Input.optionalText(lng, lng_length)) ?? nil
  return calque_direction(translator.direction(of: code).rawValue)
}

@c @implementation
public func calque_translator_options(
  _ translator: OpaquePointer!, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.clear(json)
  return Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    try Reply.give(JSON.text(of: .object(translator.snapshot.options.effective)), to: json)
    return CALQUE_OK
  }
}
