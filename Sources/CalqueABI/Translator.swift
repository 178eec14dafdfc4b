import CCalque
import CalqueBase
import CalqueJSON
import CalqueLocale
import CalqueTranslator
import CalqueTransport

// include/calque/translator.h: lifetime, languages, options.

extension CFunction {
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

  static func calque_translator_change_language(
    _ translator: Translator, _ lng: [Text]
  ) throws(Diagnostic) {
    try translator.checkLanguage(lng)
    translator.changeLanguage(to: lng)
  }
}

// include/calque/translator.h: the translator that a program shares.

private let shared = Mutex<Translator?>(nil)

@c @implementation
public func calque_translator_shared() -> OpaquePointer! {
  if let translator = shared.withLock({ $0 }) { return Handle.make(translator) }
  // Created outside the lock, because a translator calls its host.
  guard let created = try? CFunction.calque_translator_create(.ios, Members(), nil) else {
    return nil
  }
  return Handle.make(shared.filled { created })
}

func setShared(_ translator: Translator?) { _ = shared.exchange(translator) }

// include/calque/language.h
extension CFunction {
  static func calque_translator_best_language(
    _ translator: Translator, _ wanted: TextList?, _ match: UInt32, _ buffer: TextBuffer
  ) throws(Diagnostic) -> calque_status {
    guard match <= 1 else { throw Diagnostic(.invalidArgument, "match is out of range") }
    let wanted = try Input.given(wanted, "wanted")
    let ranges =
      wanted.isArray ? LanguageRanges(wanted.texts) : LanguageRanges(header: wanted.texts[0])
    let best = translator.bestLanguage(ranges, exactFirst: match == 0)
    let status = try buffer.copy(best ?? translator.snapshot.options.firstFallback ?? "")
    return best == nil ? CALQUE_NOT_FOUND : status
  }
}
