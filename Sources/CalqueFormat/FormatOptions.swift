import CPlatform
import CalqueBase

/// Options by the names of ECMA-402, and what each may be.
///
/// A table such as `style:short,long hour12:? digits:#1-21 currency:*` says which values they may
/// have: one of some texts, true or false, a number in a range, any text. Options are asked for by
/// their places in it.
final class FormatOptions {
  private let members: Members
  private let table: StaticString
  private let values = Numbers()
  /// For all that is needed while a formatter is made.
  let arena = TextArena()

  /// - Parameter isStrict: Refuse options that are not in the table.
  /// - Throws: `unsupported` for those; `invalidOption` with the name of an option that may not be
  ///   what it is.
  static func read(
    _ members: Members, _ table: StaticString, isStrict: Bool
  ) throws(Diagnostic) -> FormatOptions {
    let options = FormatOptions(members, table)
    if isStrict {
      for name in members.keys where !isOne(name, table) {
        throw Diagnostic(.unsupported, "the option is not supported", path: name)
      }
    }
    let rows = Bytes(table)
    var place = 0
    while let row = rows.next(&place, by: 0x20) {
      let name = name(row)
      var value = -1
      if let given = members[name], !given.isNull {
        value = read(given, row.part(name.count &+ 1, row.count))
        if value < 0 {
          throw Diagnostic(.invalidOption, "the option has no such value", path: name)
        }
      }
      options.values.append(value)
    }
    return options
  }

  private init(_ members: Members, _ table: StaticString) {
    (self.members, self.table) = (members, table)
  }

  /// The options of a table.
  static func own(_ members: Members, _ table: StaticString) -> Members {
    var own = Members()
    for name in members.keys where isOne(name, table) {
      if let value = members[name], !value.isNull { own[name] = value }
    }
    return own
  }

  /// An option: the place of its text among those it may have, 1 or 0 for true and false, its number,
  /// or 0 for any text; -1 when it is absent.
  subscript(place: Int) -> Int { values[place] }

  /// Whether an option has a value of its own type, not a text.
  func isTruth(_ place: Int) -> Bool {
    members[name(place)]?.bool != nil
  }

  /// The text of an option, kept in the arena; without an address when it is absent.
  @inline(never)
  func text(_ place: Int) -> Bytes {
    guard let value = members[name(place)], let text = Self.text(value) else { return .none }
    return arena.keep(text)
  }

  // MARK: The table

  private static func isOne(_ name: Text, _ table: StaticString) -> Bool {
    name.bytes.withUnsafeBufferPointer { !Bytes(table).value(of: $0).isEmpty }
  }

  private func name(_ place: Int) -> Text {
    Self.name(Bytes(table).word(place))
  }

  private static func name(_ row: Bytes) -> Text {
    Text(row.part(0, row.firstIndex(of: 0x3A) ?? 0))
  }

  /// -1 for what the option may not be.
  private static func read(_ value: Value, _ allowed: Bytes) -> Int {
    if allowed[0] == 0x23 { return number(value, allowed.part(1, allowed.count)) }
    guard let text = text(value) else { return -1 }
    return text.bytes.withUnsafeBufferPointer { text in
      switch allowed[0] {
      case 0x2A: 0
      case 0x3F: Bytes("false,true").number(of: text, by: 0x2C) ?? -1
      default: allowed.number(of: text, by: 0x2C) ?? -1
      }
    }
  }

  /// A text; a number or boolean counts as its text, as in ECMAScript.
  private static func text(_ value: Value) -> Text? {
    switch value {
    case .text(let text): text
    case .int(let number): Decimal.text(of: number)
    case .bool(let bool): bool ? "true" : "false"
    default: nil
    }
  }

  /// A whole number in a range such as `0-100`; a fraction is dropped.
  private static func number(_ value: Value, _ range: Bytes) -> Int {
    var number = value.number
    if let text = value.text?.trimmed() {
      let read = Decimal.prefix(of: text)
      number = read?.used == text.count ? read?.number : nil
    }
    guard let number, number >= Double(range.word(0, by: 0x2D).leadingNumber),
      number <= Double(range.word(1, by: 0x2D).leadingNumber), let whole = number.floored.integer
    else { return -1 }
    return Int(truncatingIfNeeded: whole)
  }
}
