public import CCalque
import CPlatform
import CalqueBase

// include/calque/view.h: scratches and flat arguments.

@c @implementation
public func calque_scratch_create() -> OpaquePointer! { Handle.make(Scratch()) }

@c @implementation
public func calque_scratch_release(_ scratch: OpaquePointer!) {
  Handle.release(scratch, as: Scratch.self)
}

@c @implementation
public func calque_scratch_status(_ scratch: OpaquePointer!) -> calque_status {
  Handle.borrow(scratch, as: Scratch.self) { $0.status }
    ?? DiagnosticCode.invalidArgument.rawValue
}

@c @implementation
public func calque_view_translate_flat(
  _ view: OpaquePointer!, _ scratch: OpaquePointer!, _ key: UnsafePointer<CChar>!,
  _ key_length: Int, _ flat: UnsafePointer<CChar>!, _ flat_length: Int,
  _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  (length as UnsafeMutablePointer<Int>?)?.pointee = 0
  let text = Handle.borrow(scratch, as: Scratch.self) { scratch -> UnsafePointer<CChar>? in
    guard !scratch.isBusy else {
      scratch.status = DiagnosticCode.refused.rawValue
      return nil
    }
    scratch.isBusy = true
    let total = translate(view, scratch, key, key_length, flat, flat_length)
    scratch.isBusy = false
    guard let total else { return nil }
    (length as UnsafeMutablePointer<Int>?)?.pointee = total
    return UnsafePointer(scratch.text)
  }
  return text ?? nil
}

/// Puts the text into the scratch, and the status.
///
/// - Returns: its length, nil on failure.
private func translate(
  _ view: OpaquePointer?, _ scratch: Scratch, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
  _ flat: UnsafePointer<CChar>?, _ flatLength: Int
) -> Int? {
  var total = 0
  scratch.status = Outcome.of(nil) { () throws(Diagnostic) in
    let count = try Input.bytes(flat, flatLength).map { flat throws(Diagnostic) in
      try FlatArguments.read(flat, into: scratch)
    }
    var status = Outcome.truncated
    // A callback may give a longer text when it is asked again.
    while status == Outcome.truncated {
      scratch.reserve(total + 1)
      status = calque_view_translate(
        view, key, keyLength, scratch.arguments, count ?? 0, scratch.text, scratch.capacity, &total)
    }
    return status
  }
  return scratch.status < DiagnosticCode.invalidArgument.rawValue ? total : nil
}

@c @implementation
public func calque_scratch_bind(_ scratch: OpaquePointer!, _ view: OpaquePointer!) -> calque_status
{
  Handle.borrow(scratch, as: Scratch.self) { scratch in
    guard !scratch.isBusy else { return DiagnosticCode.refused.rawValue }
    scratch.bind(view)
    return Outcome.ok
  } ?? DiagnosticCode.invalidArgument.rawValue
}

@c @implementation
public func calque_scratch_translate(
  _ scratch: OpaquePointer!, _ call: UnsafePointer<CChar>!
) -> UnsafePointer<CChar>! {
  let text = Handle.borrow(scratch, as: Scratch.self) { scratch -> UnsafePointer<CChar>? in
    guard !scratch.isBusy else {
      scratch.status = DiagnosticCode.refused.rawValue
      return nil
    }
    return translate(call, in: scratch)
  }
  return text ?? nil
}

/// A call as one text, through the view that the scratch is bound to.
private func translate(
  _ call: UnsafePointer<CChar>?, in scratch: Scratch
) -> UnsafePointer<CChar>? {
  scratch.status = DiagnosticCode.unsupported.rawValue
  guard let call, let (key, count) = FlatArguments.readCall(call, into: scratch) else {
    return nil
  }
  var total = 0
  var status = Outcome.truncated
  while true {
    status = calque_view_try_translate(
      scratch.view, call + 1, key, scratch.arguments, count, scratch.text, scratch.capacity, &total)
    guard status == Outcome.truncated else { break }
    scratch.reserve(total + 1)
  }
  guard status != scratch.status, strlen(scratch.text) == total else { return nil }
  scratch.status = status
  return UnsafePointer(scratch.text)
}
