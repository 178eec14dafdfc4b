import CCalque
import CalqueBase
import CalqueTemplate
import CalqueTranslator

/// Calls that need no more than one without arguments, once their chain is known.
extension CallReply {
  /// Whether `chosen` may know the arguments: asked of the last, which most often tells.
  @inline(__always)
  static func mayChoose(_ args: UnsafePointer<calque_arg>?, _ count: Int) -> Bool {
    guard let args, count > 0 else { return false }
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

  /// The chain that arguments choose, and the one that is a default text.
  struct Chosen {
    let reader: ChainReader
    let defaultValue: UnsafePointer<calque_arg>?
  }

  /// - Returns: nil when they do anything but choose a language, a namespace and a default text, and when a
  ///   call needs more.
  @inline(never)
  private static func chosen(
    _ scope: ChainReader, _ args: UnsafePointer<calque_arg>, _ count: Int
  ) -> Chosen? {
    var lng: UnsafePointer<calque_arg>?
    var ns: UnsafePointer<calque_arg>?
    var defaultValue: UnsafePointer<calque_arg>?
    var arg = args
    let end = args + count
    // Of several the last counts.
    while arg != end {
      switch choice(arg) {
      case .lng: lng = arg
      case .ns: ns = arg
      case .defaultValue: defaultValue = arg
      default: return nil
      }
      arg += 1
    }
    guard let lng = text(lng), let ns = text(ns) else { return nil }
    return scope.chosen(lng: lng, ns: ns, hasDefault: defaultValue != nil)
      .map { Chosen(reader: $0, defaultValue: defaultValue) }
  }

  /// A call whose arguments do nothing but choose.
  ///
  /// - Returns: nil for any other, and for one that needs more.
  @inline(__always)
  static func translateChosen(
    _ scope: ChainReader, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
    _ args: UnsafePointer<calque_arg>?, _ count: Int, _ buffer: TextBuffer
  ) -> calque_status? {
    guard let args, let chosen = chosen(scope, args, count), let bytes = bytes(key, keyLength),
      let start = bytes.baseAddress
    else { return nil }
    let found = chosen.reader.find(start, bytes.count)
    switch found {
    case .plain: return give(chosen.reader, found, nil, 0, buffer)
    case .missing:
      let standard = chosen.defaultValue
      guard let text = standard == nil ? bytes : text(standard), let start = text.baseAddress,
        buffer.capacity >= 0, standard == nil || chosen.reader.isPlain(text)
      else { return nil }
      var output = buffer.output
      output.append(start, text.count)
      return finish(&output, .missing, buffer)
    default: return nil
    }
  }

  /// As `translateChosen`, out of line for less frequent callers.
  @inline(never)
  static func translateChosenApart(
    _ scope: ChainReader, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
    _ args: UnsafePointer<calque_arg>?, _ count: Int, _ buffer: TextBuffer
  ) -> calque_status? {
    translateChosen(scope, key, keyLength, args, count, buffer)
  }

  /// The option that an argument is, if it chooses and is a text.
  @inline(__always)
  private static func choice(_ arg: UnsafePointer<calque_arg>) -> OptionName? {
    let length = arg.pointee.name_length
    guard arg.pointee.kind == Argument.Kind.text.rawValue, let name = arg.pointee.name, length != 0
    else { return nil }
    // A name that ends in NUL is read no further than it is the same.
    switch UInt8(bitPattern: name[0]) {
    case 0x6E:
      let isSame =
        (length == -1 || length == 2) && name[1] == 0x73 && (length == 2 || name[2] == 0)
      return isSame ? .ns : nil
    case 0x6C:
      let isSame =
        (length == -1 || length == 3) && name[1] == 0x6E && name[2] == 0x67
        && (length == 3 || name[3] == 0)
      return isSame ? .lng : nil
    case 0x64: return isDefaultValue(name, length) ? .defaultValue : nil
    default: return nil
    }
  }

  @inline(never)
  private static func isDefaultValue(_ name: UnsafePointer<CChar>, _ length: Int) -> Bool {
    guard let name = bytes(name, length), name.count == 12 else { return false }
    return Name(name).reads("defaultValue")
  }

  /// The text of an argument, empty without one; nil for one that is empty or missing.
  @inline(__always)
  private static func text(_ arg: UnsafePointer<calque_arg>?) -> Bytes? {
    guard let arg else { return Bytes.none }
    guard let text = bytes(arg.pointee.text, arg.pointee.length), !text.isEmpty else { return nil }
    return text
  }

  /// A key without arguments that has a namespace before it.
  ///
  /// - Parameter end: the place of the separator.
  @inline(never)
  static func translatePair(
    _ scope: ChainReader, _ key: Bytes, _ end: Int, _ buffer: TextBuffer
  ) -> calque_status? {
    if let start = key.baseAddress {
      let found = scope.find(start, key.count, behind: end)
      if case .plain = found { return give(scope, found, nil, 0, buffer) }
    }
    return translateApart(scope, key, isSought: true, buffer)
  }
}
