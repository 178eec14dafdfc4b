import CCalque
import CalqueBase
import CalqueJSON
import CalqueLocale
import CalqueTranslator

/// `calque_arg` arrays as options of a call.
enum Arguments {
  /// - Throws: `invalidArgument` for an unknown kind or a missing name, `invalidUTF8`, `invalidJSON`.
  static func members(
    _ args: UnsafePointer<calque_arg>?, _ count: Int, format: TranslatorFormat
  ) throws(Diagnostic) -> Members {
    guard count > 0 else {
      guard count == 0 else { throw Diagnostic(.invalidArgument, "arg_count is too large") }
      return Members()
    }
    guard let args else { throw Input.missing("args") }
    var given = Members()
    for position in 0..<count {
      let arg = args[position]
      let name = try Input.text(arg.name, arg.name_length, "name")
      guard !name.isEmpty else {
        throw Diagnostic(.invalidArgument, "an argument has an empty name; is its length set?")
      }
      given[name] = try value(of: arg)
    }
    return format.callOptions(given)
  }

  /// The values in order; names do not count.
  ///
  /// - Throws: as `members`, but for the names.
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
    case 0: return .null
    case 1: return .int(arg.integer)
    case 2: return .double(arg.number)
    case 3: return .bool(arg.integer != 0)
    case 4: return .text(try Input.text(arg.text, arg.length, "text"))
    case 5: return try decimal(arg)
    case 6: return try Input.value(arg.text, arg.length, "text")
    default: throw Diagnostic(.invalidArgument, "an argument is of an unknown kind")
    }
  }

  private static func decimal(_ arg: calque_arg) throws(Diagnostic) -> Value {
    let digits = try Input.text(arg.text, arg.length, "text")
    guard PluralOperands(decimal: digits) != nil else {
      throw Diagnostic(.invalidArgument, "a decimal argument is not a number")
    }
    return .decimal(digits)
  }
}
