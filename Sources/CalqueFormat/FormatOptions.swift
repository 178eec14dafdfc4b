import CPlatform
import CalqueBase

/// Reads options by the names of ECMA-402, one of a list of values each.
struct FormatOptions {
  let members: Members

  /// The place of an option's value in the list of those that it may have; nil when it is absent.
  func choice(_ name: Text, _ values: [StaticString]) throws(Diagnostic) -> Int? {
    guard let text = try text(name) else { return nil }
    for place in values.indices where text.equals(values[place]) { return place }
    throw Diagnostic(.invalidOption, "the option has no such value", path: name)
  }

  /// A text; a number or boolean counts as its text, as in ECMAScript.
  func text(_ name: Text) throws(Diagnostic) -> Text? {
    guard let value = members[name], !value.isNull else { return nil }
    switch value {
    case .text(let text): return text
    case .int(let number): return Decimal.text(of: number)
    case .bool(let bool): return bool ? "true" : "false"
    default: throw Diagnostic(.invalidOption, "the option is not a text", path: name)
    }
  }

  func bool(_ name: Text) throws(Diagnostic) -> Bool? {
    switch members[name] {
    case nil, .null?: return nil
    case .bool(let bool)?: return bool
    case .text("true")?: return true
    case .text("false")?: return false
    default: throw Diagnostic(.invalidOption, "the option is not true or false", path: name)
    }
  }

  /// A whole number in a range; a fraction is dropped.
  func integer(_ name: Text, _ range: ClosedRange<Int>) throws(Diagnostic) -> Int? {
    guard let value = members[name], !value.isNull else { return nil }
    let number: Double?
    if let text = value.text {
      let read = Decimal.prefix(of: text.trimmed())
      number = read?.used == text.trimmed().count ? read?.number : nil
    } else {
      number = value.number
    }
    guard let number, let whole = number.floored.integer, number.isFinite,
      number >= Double(range.lowerBound), number <= Double(range.upperBound)
    else {
      throw Diagnostic(.invalidOption, "the option is not a number in its range", path: name)
    }
    return Int(truncatingIfNeeded: whole)
  }

  /// Refuses an option that is given and is not among those that are known.
  func refuse(besides known: [StaticString]) throws(Diagnostic) {
    for name in members.keys where !known.contains(where: { name.equals($0) }) {
      throw Diagnostic(.unsupported, "the option is not supported", path: name)
    }
  }
}
