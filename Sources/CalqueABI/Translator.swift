public import CCalque
import CalqueBase
import CalqueJSON
import CalqueLocale
import CalqueTranslator
import CalqueTransport

// include/calque/translator.h: lifetime, languages, options.

extension TranslatorFormat {
  init(_ format: calque_format) throws(Diagnostic) {
    guard let known = TranslatorFormat(rawValue: format) else {
      throw Diagnostic(.invalidArgument, "unknown format")
    }
    self = known
  }
}

@c @implementation
public func calque_translator_dir(
  _ translator: OpaquePointer?, _ lng: UnsafePointer<CChar>?, _ lng_length: Int
) -> calque_direction {
  guard let translator = Handle.object(translator, as: Translator.self) else { return 0 }
  let code = (try? Input.optionalText(lng, lng_length)) ?? nil
  return calque_direction(translator.direction(of: code).rawValue)
}

extension CFunction {
  static func calque_translator_format(_ translator: Translator) -> calque_format {
    translator.format.rawValue
  }

  static func calque_translator_has_loaded_namespace(
    _ translator: Translator, _ ns: Text, _ lng: Text?
  ) -> Bool {
    translator.hasLoadedNamespace(ns, lng: lng)
  }

  static func calque_translator_create(
    _ format: TranslatorFormat, _ options: Members, _ host: UnsafePointer<calque_host>?
  ) throws(Diagnostic) -> Translator {
    try translator(format, FormatCode.of(format), options, host)
  }

  /// Does not name the code of formats v1 and ios.
  static func calque_translator_create_modern(
    _ format: TranslatorFormat, _ options: Members, _ host: UnsafePointer<calque_host>?
  ) throws(Diagnostic) -> Translator {
    guard format.isModern else {
      throw Diagnostic(.invalidArgument, "the format is none of v2, v3 and v4")
    }
    return try translator(format, nil, options, host)
  }

  /// A translator made of what a host gives.
  private static func translator(
    _ format: TranslatorFormat, _ code: FormatCode?, _ options: Members,
    _ host: UnsafePointer<calque_host>?
  ) throws(Diagnostic) -> Translator {
    guard let host else {
      return try Translator(format: format, code, given: options, host: HostCallbacks())
    }
    let table = try Structure.read(host, calque_host(), "host")
    let context = HostContext(table.user_data, table.user_data_free)
    let services = try HostServices(table.services)
    let translator = try Translator(
      format: format, code, given: options, host: HostBridge.callbacks(table, context),
      services: services.services)
    context.own()
    services.own()
    return translator
  }

  static func calque_translator_clone(
    _ translator: Translator, _ options: Members
  ) throws(Diagnostic) -> Translator {
    try translator.clone(options)
  }

  static func calque_translator_set_options(
    _ translator: Translator, _ options: Members
  ) throws(Diagnostic) {
    try translator.setOptions(options)
  }

  static func calque_translator_set_default_namespace(_ translator: Translator, _ ns: [Text]) {
    translator.setDefaultNamespaces(ns)
  }

  static func calque_translator_change_language(
    _ translator: Translator, _ lng: [Text]
  ) throws(Diagnostic) {
    try translator.checkLanguage(lng)
    translator.changeLanguage(to: lng)
  }

  static func calque_translator_language(_ translator: Translator, _ resolved: Bool) -> Text {
    let snapshot = translator.snapshot
    return (resolved ? snapshot.resolvedLanguage : snapshot.language) ?? ""
  }

  static func calque_translator_languages(_ translator: Translator, _ lng: Text?) -> Value {
    .array(translator.languages(for: lng).map { .text($0) })
  }

  static func calque_translator_options(_ translator: Translator) -> Value {
    .object(translator.snapshot.options.effective)
  }
}
