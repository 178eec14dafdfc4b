import CalqueBase
import CalqueFormat
import CalqueStorage
import CalqueTranslator

// include/calque/formatter.h: files of locale data.
extension CFunction {
  static func calque_locale_data_open(_ path: Text) throws(Diagnostic) -> LocaleData {
    try path.asSource { () throws(Diagnostic) in try LocaleData.open(MappedFile.open(path)) }
  }

  static func calque_locale_data_open_memory(
    _ bytes: UnsafeRawPointer?, _ size: Int, _ flags: UInt32, _ context: HostContext
  ) throws(Diagnostic) -> LocaleData {
    guard flags & ~1 == 0 else { throw Diagnostic(.invalidArgument, "unknown flags") }
    let memory = try HostRegion.given(bytes, size, copies: flags == 1, context)
    let data = try LocaleData.open(memory)
    context.own()
    return data
  }

  static func calque_translator_set_locale_data(_ translator: Translator, _ data: LocaleData?) {
    translator.setLocaleData(data)
  }
}
