import CCalque

let options = """
  {"lng": "pl", "resources": {"pl": {"translation": {"file_few": "{{count}} pliki"}}}}
  """
var translator: OpaquePointer?
var error: OpaquePointer?
guard
  calque_translator_create(
    CALQUE_FORMAT_V4, options, options.utf8.count, nil, &translator, &error) == CALQUE_OK
else { fatalError(String(cString: calque_error_message(error))) }
defer { calque_translator_release(translator) }

"count".withCString { name in
  var argument = calque_arg()
  argument.name = name
  argument.name_length = 5
  argument.kind = CALQUE_ARG_KIND_INT
  argument.integer = 3
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
    guard let text = buffer.baseAddress else { return }
    calque_translator_translate(translator, "file", 4, &argument, 1, text, buffer.count, nil)
    print(String(cString: text))
  }
}
