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

  /// - Returns: nil for what `translate` has to answer.
  @inline(__always)
  static func translateSelecting(
    _ scope: ChainReader, _ call: GivenCall, _ buffer: TextBuffer
  ) -> calque_status? {
    guard let args = call.args, let selected = selected(scope, args, call.count),
      let bytes = bytes(call.key, call.keyLength), let start = bytes.baseAddress
    else { return nil }
    switch selected.reader.find(start, bytes.count) {
    case .plain(let record): return give(record, buffer)
    case .missing:
      guard let room = buffer.start, buffer.capacity > 0 else { return nil }
      var output = Output(writable: room, capacity: buffer.capacity)
      guard let standard = selected.defaultValue else {
        output.append(start, bytes.count)
        return finish(&output, .missing, buffer)
      }
      guard let text = text(standard), let start = text.baseAddress, selected.reader.isPlain(text)
      else { return nil }
      output.append(start, text.count)
      return finish(&output, .missing, buffer)
    default: return nil
    }
  }

  /// As `translateSelecting`, out of line for less frequent callers.
  @inline(never)
  static func translateSelectingOutOfLine(
    _ scope: ChainReader, _ call: GivenCall, _ buffer: TextBuffer
  ) -> calque_status? {
    translateSelecting(scope, call, buffer)
  }

  /// The chain that arguments choose, and the one that is a default text.
  private struct Selection {
    let reader: ChainReader
    let defaultValue: UnsafePointer<calque_arg>?
  }

  /// - Returns: nil when they do anything else.
  @inline(never)
  private static func selected(
    _ scope: ChainReader, _ args: UnsafePointer<calque_arg>, _ count: Int
  ) -> Selection? {
    var (lng, ns, standard):
      (
        UnsafePointer<calque_arg>?, UnsafePointer<calque_arg>?, UnsafePointer<calque_arg>?
      ) = (nil, nil, nil)
    // Of several the last counts.
    for position in 0..<count {
      let arg = args + position
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
    }
    guard let lng = text(lng), let ns = text(ns) else { return nil }
    return scope.selected(lng: lng, ns: ns, hasDefault: standard != nil)
      .map { Selection(reader: $0, defaultValue: standard) }
  }

  /// The text of an argument, empty without one; nil for one that is empty or missing.
  @inline(__always)
  private static func text(_ arg: UnsafePointer<calque_arg>?) -> Bytes? {
    guard let arg else { return Bytes.none }
    guard let text = bytes(arg.pointee.text, arg.pointee.length), !text.isEmpty else { return nil }
    return text
  }
}
