import CCalque
import CalqueBase
import CalqueCatalog
import CalqueTemplate
import CalqueTranslator

/// Calls whose arguments do nothing but choose a language, a namespace and a default text: each is a call
/// without arguments on the chain that they choose. A shortcut for what `translate` does, too.
extension CallDoor {
  /// Whether `translateSelecting` may answer: asked of the last argument, which most often tells.
  @inline(__always)
  static func maySelect(_ call: GivenCall) -> Bool {
    let count = call.count
    guard let args = call.args, count > 0 else { return false }
    let last = args + (count &- 1)
    guard last.pointee.kind == Argument.Kind.text.rawValue, let name = last.pointee.name,
      // -1 is a length up to NUL.
      UInt(bitPattern: last.pointee.name_length) >= 2
    else { return false }
    switch UInt8(bitPattern: name[0]) {
    case 0x6E: return name[1] == 0x73
    case 0x6C: return name[1] == 0x6E
    case 0x64: return name[1] == 0x65
    default: return false
    }
  }

  /// - Parameter call: one that `maySelect`, which therefore has arguments.
  /// - Returns: nil for what `translate` has to answer.
  @inline(never)
  static func translateSelecting(
    _ scope: ChainReader, _ call: GivenCall, _ buffer: TextBuffer
  ) -> calque_status? {
    guard var arg = call.args else { return nil }
    let end = arg + call.count
    let none: UnsafePointer<calque_arg>? = nil
    var (lng, ns, standard) = (none, none, none)
    // Of several the last counts.
    repeat {
      guard arg.pointee.kind == Argument.Kind.text.rawValue,
        let given = bytes(arg.pointee.name, arg.pointee.name_length)
      else { return nil }
      let name = Name(given)
      switch name.count {
      case 2 where name.reads("ns"): ns = arg
      case 3 where name.reads("lng"): lng = arg
      case 12 where name.reads("defaultValue"): standard = arg
      default: return nil
      }
      arg += 1
    } while arg != end
    guard let lng = text(lng), let ns = text(ns),
      let reader = scope.selected(lng: lng, ns: ns, hasDefault: standard != nil),
      let key = bytes(call.key, call.keyLength), let start = key.baseAddress
    else { return nil }
    switch reader.find(start, key.count) {
    case .plain(let record): return give(record, buffer)
    case .missing:
      if standard == nil { return give(missing: key, buffer) }
      guard let text = text(standard), reader.isPlain(text) else { return nil }
      return give(missing: text, buffer)
    default: return nil
    }
  }

  /// The text of an argument, empty without one; nil for one that is empty or missing.
  @inline(__always)
  private static func text(_ arg: UnsafePointer<calque_arg>?) -> Bytes? {
    guard let arg else { return Bytes.none }
    guard let text = bytes(arg.pointee.text, arg.pointee.length), !text.isEmpty else { return nil }
    return text
  }
}
