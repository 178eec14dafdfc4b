public import CCalque
import CPlatform
import CalqueBase
import CalqueTranslator

// include/calque/view.h

extension CFunction {
  static func calque_view_create(
    _ translator: Translator, _ lngs: TextList?, _ namespaces: TextList?, _ keyPrefix: Text?
  ) throws(Diagnostic) -> View {
    // An empty name is none, as in i18next.
    let view = View(
      translator.snapshot, lngs: (lngs?.texts ?? []).filter { !$0.isEmpty },
      hasFallbacks: !(lngs?.isArray ?? false),
      namespaces: (namespaces?.texts ?? []).filter { !$0.isEmpty }, keyPrefix: keyPrefix ?? "")
    try view.check()
    return view
  }
}

@c @implementation
public func calque_view_translate(
  _ view: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ key_length: Int,
  _ args: UnsafePointer<calque_arg>?, _ arg_count: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> calque_status {
  let buffer = TextBuffer(buffer, capacity, length)
  // Each in a function of its own, so that none keeps anything for another.
  if arg_count == 0 { return withoutArguments(view, key, key_length, buffer) }
  let call = GivenCall(key: key, keyLength: key_length, args: args, count: arg_count)
  return CallDoor.maySelect(call)
    ? choosing(view, call, buffer) : withArguments(view, call, buffer)
}

@inline(never)
private func withoutArguments(
  _ view: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ keyLength: Int, _ buffer: TextBuffer
) -> calque_status {
  if let scope = scope(of: view),
    let status = CallDoor.translate(scope, key, keyLength, buffer)
  {
    return status
  }
  return withPrefix(view, GivenCall(key: key, keyLength: keyLength, args: nil, count: 0), buffer)
}

/// A call whose arguments most likely do nothing but choose a chain.
@inline(never)
private func choosing(
  _ view: OpaquePointer?, _ call: GivenCall, _ buffer: TextBuffer
) -> calque_status {
  if let scope = scope(of: view),
    let status = CallDoor.translateSelecting(scope, call, buffer)
  {
    return status
  }
  return withArguments(view, call, buffer)
}

@inline(never)
private func withArguments(
  _ view: OpaquePointer?, _ call: GivenCall, _ buffer: TextBuffer
) -> calque_status {
  if let scope = scope(of: view),
    let status = CallDoor.translate(scope, call, buffer, isView: true)
  {
    return status
  }
  return withPrefix(view, call, buffer)
}

/// The scope of calls; nil for NULL, and for a view whose keys have a prefix.
@inline(__always)
func scope(of view: OpaquePointer?) -> ChainReader? {
  Handle.borrow(view, as: View.self) { $0.direct } ?? nil
}

/// A call of a view whose keys have a prefix, or with a prefix of its own; or one that is wrong.
@inline(never)
private func withPrefix(
  _ view: OpaquePointer?, _ call: GivenCall, _ buffer: TextBuffer
) -> calque_status {
  buffer.clear()
  return Outcome.of(nil) { () throws(Diagnostic) in
    let view = try Input.object(view, View.self, "view")
    let bytes = try Input.checked(call.key, call.keyLength, "key")
    let keyPrefix = try Arguments.keyPrefix(call.args, call.count)
    guard keyPrefix != nil || !view.prefix.isEmpty else {
      throw try CallDoor.failure(call, buffer)
    }
    return try view.whole(Text(bytes), keyPrefix: keyPrefix?.text).withBytes {
      whole throws(Diagnostic) in
      let start = UnsafeRawPointer(whole.baseAddress)?.assumingMemoryBound(to: CChar.self)
      let call = GivenCall(key: start, keyLength: whole.count, args: call.args, count: call.count)
      let status =
        call.count == 0
        ? CallDoor.translateOutOfLine(view.reader, start, whole.count, buffer)
        : CallDoor.translateOutOfLine(view.reader, call, buffer)
      guard let status else { throw try CallDoor.failure(call, buffer) }
      return status
    }
  }
}

@c @implementation
public func calque_view_text(
  _ view: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ key_length: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>! {
  length?.pointee = 0
  guard let key = CallDoor.bytes(key, key_length) else { return nil }
  let found = scope(of: view).map { $0.text(of: key) } ?? prefixedText(view, key)
  guard let text = found else { return nil }
  length?.pointee = text.count
  return UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
}

/// For a view whose keys have a prefix.
@inline(never)
private func prefixedText(
  _ view: OpaquePointer?, _ key: UnsafeBufferPointer<UInt8>
) -> UnsafeBufferPointer<UInt8>? {
  guard let view = Handle.object(view, as: View.self), !view.prefix.isEmpty else { return nil }
  let whole = view.prefix + Text(key)
  return whole.bytes.withUnsafeBufferPointer { view.reader.text(of: $0) }
}
