import CCalque
import CalqueBase
import CalqueLocale
import CalqueTranslator

/// `calque_arg` arrays as options of a call.
enum Arguments {
  /// The option `keyPrefix` of a call through a view, a text that may be empty; nil when it is not given.
  ///
  /// - Throws: as `check`.
  static func keyPrefix(
    _ args: UnsafePointer<calque_arg>?, _ count: Int
  ) throws(Diagnostic) -> Value? {
    var found: Value?
    for arg in try all(args, count) {
      let name = try Input.checked(arg.name, arg.name_length, "name")
      if name.equals("keyPrefix") { found = try value(of: arg) }
    }
    return found
  }

  /// - Throws: `invalidArgument` for an unknown kind or a missing name, `invalidUTF8`, `invalidJSON`.
  static func check(_ args: UnsafePointer<calque_arg>?, _ count: Int) throws(Diagnostic) {
    for arg in try all(args, count) {
      let name = try Input.checked(arg.name, arg.name_length, "name")
      guard !name.isEmpty else {
        throw Diagnostic(.invalidArgument, "an argument has an empty name; is its length set?")
      }
      _ = try value(of: arg)
    }
  }

  /// The values in order; names do not count.
  ///
  /// - Throws: as `check`, but for the names.
  static func values(
    _ args: UnsafePointer<calque_arg>?, _ count: Int
  ) throws(Diagnostic) -> [Value] {
    var values: [Value] = []
    for arg in try all(args, count) { values.append(try value(of: arg)) }
    return values
  }

  private static func all(
    _ args: UnsafePointer<calque_arg>?, _ count: Int
  ) throws(Diagnostic) -> UnsafeBufferPointer<calque_arg> {
    guard count >= 0 else { throw Diagnostic(.invalidArgument, "arg_count is too large") }
    guard args != nil || count == 0 else { throw Input.missing("args") }
    return UnsafeBufferPointer(start: args, count: count)
  }

  static func value(of arg: calque_arg) throws(Diagnostic) -> Value {
    switch arg.kind {
    case CALQUE_ARG_KIND_NULL: return .null
    case CALQUE_ARG_KIND_INT: return .int(arg.integer)
    case CALQUE_ARG_KIND_DOUBLE: return .double(arg.number)
    case CALQUE_ARG_KIND_BOOL: return .bool(arg.integer != 0)
    case CALQUE_ARG_KIND_TEXT: return .text(try Input.text(arg.text, arg.length, "text"))
    case CALQUE_ARG_KIND_DECIMAL:
      let digits = try Input.text(arg.text, arg.length, "text")
      guard PluralOperands(decimal: digits) != nil else {
        throw Diagnostic(.invalidArgument, "a decimal argument is not a number")
      }
      return .decimal(digits)
    case CALQUE_ARG_KIND_JSON: return try Input.value(arg.text, arg.length, "text")
    default: throw Diagnostic(.invalidArgument, "an argument is of an unknown kind")
    }
  }
}
