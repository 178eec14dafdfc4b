public import CCalque
import CalqueBase
import CalqueJSON
import CalqueTranslator

// include/calque/translate.h

@c @implementation
public func calque_translator_translate_json(
  _ translator: OpaquePointer?, _ keys: UnsafePointer<CChar>?, _ keys_length: Int,
  _ options: UnsafePointer<CChar>?, _ options_length: Int, _ form: calque_result_form,
  _ out: UnsafeMutablePointer<calque_string>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  Reply.clear(out)
  return Outcome.of(error) { () throws(Diagnostic) in
    guard form >= CALQUE_RESULT_TEXT, form <= CALQUE_RESULT_DETAILS else {
      throw Diagnostic(.invalidArgument, "unknown form of result")
    }
    let result = Handle.borrow(translator, as: Translator.self) { translator in
      translator.withReader { reader in
        Result { () throws(Diagnostic) in
          try CallDoor.give(reader, keys, keys_length, options, options_length, form, out)
        }
      }
    }
    return try Input.given(result, "translator").get()
  }
}

@c @implementation
public func calque_translator_translate(
  _ translator: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ key_length: Int,
  _ args: UnsafePointer<calque_arg>?, _ arg_count: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  let buffer = TextBuffer(buffer, capacity, length)
  let call = GivenCall(key: key, keyLength: key_length, args: args, count: arg_count)
  let status = Handle.borrow(translator, as: Translator.self) { translator in
    translator.withReader { reader in
      if arg_count == 0 { return CallDoor.translate(reader, key, key_length, buffer) }
      let selected =
        CallDoor.maySelect(call) ? CallDoor.translateSelecting(reader, call, buffer) : nil
      return selected ?? CallDoor.translateOutOfLine(reader, call, buffer)
    }
  }
  return (status ?? nil) ?? failed(translator, call, buffer)
}

@inline(never)
private func failed(
  _ translator: OpaquePointer?, _ call: GivenCall, _ buffer: TextBuffer
) -> calque_status {
  buffer.clear()
  return Outcome.of(nil) { () throws(Diagnostic) in
    _ = try Input.object(translator, Translator.self, "translator")
    throw try CallDoor.failure(call, buffer)
  }
}
