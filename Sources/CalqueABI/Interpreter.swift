public import CCalque
import CPlatform
import CalqueBase
import CalqueTranslator

// include/calque/interpreter.h

@c @implementation
public func calque_translator_try_translate(
  _ translator: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ key_length: Int,
  _ args: UnsafePointer<calque_arg>?, _ arg_count: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  let buffer = TextBuffer(buffer, capacity, length)
  let call = GivenCall(key: key, keyLength: key_length, args: args, count: arg_count)
  let answer = Handle.borrow(translator, as: Translator.self) { translator in
    translator.withReader { reader in withoutHost(reader, call, buffer) }
  }
  if let status = answer ?? nil { return status }
  return declined(buffer)
}

@c @implementation
public func calque_view_try_translate(
  _ view: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ key_length: Int,
  _ args: UnsafePointer<calque_arg>?, _ arg_count: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  let buffer = TextBuffer(buffer, capacity, length)
  let call = GivenCall(key: key, keyLength: key_length, args: args, count: arg_count)
  let answer = scope(of: view).flatMap { withoutHost($0, call, buffer, isView: true) }
  return answer ?? declined(buffer)
}

/// A call that must not call the host; nil when it declines.
@inline(__always)
private func withoutHost(
  _ scope: ChainReader, _ call: GivenCall, _ buffer: TextBuffer, isView: Bool = false
) -> calque_status? {
  call.count == 0
    ? CallDoor.translateOutOfLine(scope, call.key, call.keyLength, buffer, mayCallHost: false)
    : CallDoor.translateOutOfLine(scope, call, buffer, mayCallHost: false, isView: isView)
}

@inline(never)
private func declined(_ buffer: TextBuffer) -> calque_status {
  buffer.clear()
  return DiagnosticCode.unsupported.rawValue
}
