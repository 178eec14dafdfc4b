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
  if form == 0, let out {
    let first = Handle.borrow(translator, as: Translator.self) { translator in
      translator.withReader { reader in
        CallReply.give(reader, keys, keys_length, options, options_length, out)
      }
    }
    if let status = first ?? nil { return status }
  }
  return Outcome.of(error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    guard form >= CALQUE_RESULT_TEXT, form <= CALQUE_RESULT_DETAILS else {
      throw Diagnostic(.invalidArgument, "there is no such result form")
    }
    let keys = try Input.list(keys, keys_length, "keys")
    let options = try Input.members(options, options_length, "options")
    let translation = translator.translate(keys, options)
    switch form {
    case CALQUE_RESULT_TEXT: try Reply.give(translation.text, to: out)
    case CALQUE_RESULT_JSON: try Reply.give(JSON.text(of: translation.value ?? .null), to: out)
    default: try Reply.give(JSON.text(of: translation.details), to: out)
    }
    return translation.isMissing ? CALQUE_MISSING_KEY : CALQUE_OK
  }
}

@c @implementation
public func calque_translator_exists(
  _ translator: OpaquePointer?, _ keys: UnsafePointer<CChar>?, _ keys_length: Int,
  _ options: UnsafePointer<CChar>?, _ options_length: Int, _ exists: UnsafeMutablePointer<Bool>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  Reply.value(exists, false, error) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let keys = try Input.list(keys, keys_length, "keys")
    let options = try Input.members(options, options_length, "options")
    _ = try Input.given(exists, "exists")
    return translator.exists(keys, options)
  }
}

extension CFunction {
  static func calque_translator_explain(
    _ translator: Translator, _ keys: [Text], _ options: Members
  ) -> Value {
    translator.explain(keys, options)
  }
}

@c @implementation
public func calque_translator_translate(
  _ translator: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ key_length: Int,
  _ args: UnsafePointer<calque_arg>?, _ arg_count: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  let buffer = TextBuffer(buffer, capacity, length)
  let first = Handle.borrow(translator, as: Translator.self) { translator in
    translator.withReader { reader in
      if arg_count == 0 { return CallReply.translate(reader, key, key_length, buffer) }
      let chosen =
        CallReply.mayChoose(args, arg_count)
        ? CallReply.translateChosenApart(reader, key, key_length, args, arg_count, buffer) : nil
      return chosen
        ?? CallReply.translateApart(reader, key, key_length, args, arg_count, buffer)
    }
  }
  if let status = first ?? nil { return status }
  return second(translator, key, key_length, args, arg_count, buffer)
}

@inline(never)
private func second(
  _ translator: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
  _ args: UnsafePointer<calque_arg>?, _ count: Int, _ buffer: TextBuffer
) -> calque_status {
  buffer.clear()
  return Outcome.of(nil) { () throws(Diagnostic) in
    let translator = try Input.object(translator, Translator.self, "translator")
    let bytes = try Input.checked(key, keyLength, "key")
    let result = translator.withReader { reader in
      Result { () throws(Diagnostic) in
        try CallReply.answer(reader, bytes, args, count, buffer)
      }
    }
    return try result.get()
  }
}
