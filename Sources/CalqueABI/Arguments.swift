import CCalque
import CalqueBase
import CalqueJSON
import CalqueLocale
import CalqueTemplate
import CalqueTranslator

/// `calque_arg` arrays as options of a call.
enum Arguments {
  /// The option `keyPrefix` of a call through a view: empty for no prefix, nil when no text is given.
  ///
  /// - Throws: as `read`.
  static func keyPrefix(
    _ args: UnsafePointer<calque_arg>?, _ count: Int
  ) throws(Diagnostic) -> Text? {
    guard let args else { return nil }
    var found: Text?
    for position in 0..<max(count, 0) {
      let name = try Input.checked(args[position].name, args[position].name_length, "name")
      if name.equals("keyPrefix") { found = try value(of: args[position]).text }
    }
    return found
  }

  /// The arguments, checked, where they stand.
  ///
  /// - Parameter room: for as many.
  /// - Returns: what keeps the values that were JSON.
  /// - Throws: `invalidArgument` for an unknown kind or a missing name, `invalidUTF8`, `invalidJSON`.
  static func read(
    _ args: UnsafePointer<calque_arg>?, _ count: Int,
    into room: UnsafeMutableBufferPointer<Argument>
  ) throws(Diagnostic) -> ArgumentList? {
    guard let args, let place = room.baseAddress else { return nil }
    var parsed = Members()
    for position in 0..<count {
      let arg = args + position
      let name = try Input.checked(arg.pointee.name, arg.pointee.name_length, "name")
      guard !name.isEmpty else { throw noName }
      let kind = Argument.Kind(rawValue: arg.pointee.kind)
      let argument: Argument
      switch kind {
      case .null?: argument = Argument(name, .null, 0)
      case .int?, .bool?:
        let isBool = kind == .bool
        let integer = isBool && arg.pointee.integer != 0 ? 1 : arg.pointee.integer
        argument = Argument(name, isBool ? .bool : .int, UInt64(bitPattern: integer))
      case .double?: argument = Argument(name, .double, arg.pointee.number.bitPattern)
      case .text?:
        argument = Argument(
          name, .text, 0, try Input.checked(arg.pointee.text, arg.pointee.length, "text"))
      case .decimal?:
        let digits = try Input.checked(arg.pointee.text, arg.pointee.length, "text")
        guard PluralOperands(decimal: digits) != nil else { throw noNumber }
        argument = Argument(name, .decimal, 0, digits)
      case .value?:
        let json = CallReply.bytes(arg.pointee.text, arg.pointee.length)
        if let unread = json.flatMap({ Argument(name, unread: $0) }) {
          argument = unread
        } else {
          parsed[Text(name)] = try Input.value(arg.pointee.text, arg.pointee.length, "text")
          argument = Argument(name, .value, 0)
        }
      default: throw Diagnostic(.invalidArgument, "an argument is of an unknown kind")
      }
      (place + position).initialize(to: argument)
    }
    guard !parsed.isEmpty else { return nil }
    let list = ArgumentList(parsed)
    for position in 0..<count where room[position].kind == .value {
      let found = list.all.first { $0.name.isSame(room[position].name) }
      if let found { room[position] = found }
    }
    return list
  }

  /// The values in order; names do not count.
  ///
  /// - Throws: as `read`, but for the names.
  static func values(
    _ args: UnsafePointer<calque_arg>?, _ count: Int
  ) throws(Diagnostic) -> [Value] {
    guard count >= 0 else { throw Diagnostic(.invalidArgument, "arg_count is too large") }
    guard let args else {
      guard count == 0 else { throw Input.missing("args") }
      return []
    }
    var values: [Value] = []
    for position in 0..<count { values.append(try value(of: args[position])) }
    return values
  }

  static func value(of arg: calque_arg) throws(Diagnostic) -> Value {
    switch arg.kind {
    case CALQUE_ARG_KIND_NULL: return .null
    case CALQUE_ARG_KIND_INT: return .int(arg.integer)
    case CALQUE_ARG_KIND_DOUBLE: return .double(arg.number)
    case CALQUE_ARG_KIND_BOOL: return .bool(arg.integer != 0)
    case CALQUE_ARG_KIND_TEXT: return .text(try Input.text(arg.text, arg.length, "text"))
    case CALQUE_ARG_KIND_DECIMAL: return try decimal(arg)
    case CALQUE_ARG_KIND_JSON: return try Input.value(arg.text, arg.length, "text")
    default: throw Diagnostic(.invalidArgument, "an argument is of an unknown kind")
    }
  }

  private static func decimal(_ arg: calque_arg) throws(Diagnostic) -> Value {
    let digits = try Input.text(arg.text, arg.length, "text")
    guard PluralOperands(decimal: digits) != nil else { throw noNumber }
    return .decimal(digits)
  }

  private static var noName: Diagnostic {
    Diagnostic(.invalidArgument, "an argument has an empty name; is its length set?")
  }

  private static var noNumber: Diagnostic {
    Diagnostic(.invalidArgument, "a decimal argument is not a number")
  }
}
