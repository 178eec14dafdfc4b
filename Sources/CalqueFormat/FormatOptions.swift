import CPlatform
import CalqueBase

/// Options by the names of ECMA-402, and what each may be.
///
/// A table such as `style:short,long;hour12:?;digits:#1-21;currency:*;` says which values they may
/// have: one of some texts, true or false, a number in a range, any text.
struct FormatOptions {
  let members: Members
  private let table: StaticString

  /// - Throws: `invalidOption` with the name of an option that may not be what it is.
  init(_ members: Members, _ table: StaticString) throws(Diagnostic) {
    self.members = members
    self.table = table
    for name in members.keys {
      guard let value = members[name], !value.isNull, let place = Self.place(name, table) else {
        continue
      }
      if read(value, place) == nil {
        throw Diagnostic(.invalidOption, "the option has no such value", path: name)
      }
    }
  }

  /// Refuses an option that is not in the table.
  static func refuse(_ members: Members, besides table: StaticString) throws(Diagnostic) {
    for name in members.keys where place(name, table) == nil {
      throw Diagnostic(.unsupported, "the option is not supported", path: name)
    }
  }

  /// The options of a table.
  static func own(_ members: Members, _ table: StaticString) -> Members {
    var own = Members()
    for name in members.keys where place(name, table) != nil {
      if let value = members[name], !value.isNull { own[name] = value }
    }
    return own
  }

  /// An option: the place of its text among those it may have, 1 or 0 for true and false, or its
  /// number; nil when it is absent.
  @inline(never)
  func choice(_ name: StaticString) -> Int? {
    let name = Text(copying: name)
    guard let value = members[name], !value.isNull, let place = Self.place(name, table) else {
      return nil
    }
    return read(value, place)
  }

  /// The text of an option, kept in an arena; without an address when it is absent.
  @inline(never)
  func text(_ name: StaticString, _ arena: TextArena) -> Bytes {
    guard let value = members[Text(copying: name)], let text = Self.text(value) else {
      return .none
    }
    return arena.text { $0.append(text) }
  }

  // MARK: The table

  private static func bytes(_ table: StaticString) -> Bytes {
    Bytes(start: table.utf8Start, count: table.utf8CodeUnitCount)
  }

  /// Where the values of an option begin.
  private static func place(_ name: Text, _ table: StaticString) -> Int? {
    let bytes = bytes(table)
    var start = 0
    while start < bytes.count {
      var end = start
      while bytes[end] != 0x3A { end += 1 }
      if end - start == name.count, name.bytes.elementsEqual(bytes[start..<end]) { return end + 1 }
      while bytes[end] != 0x3B { end += 1 }
      start = end + 1
    }
    return nil
  }

  /// Nil for what the option may not be.
  private func read(_ value: Value, _ place: Int) -> Int? {
    let bytes = Self.bytes(table)
    switch bytes[place] {
    case 0x2A: return Self.text(value) == nil ? nil : 0
    case 0x3F: return Self.truth(value)
    case 0x23: return Self.number(value, bytes, place + 1)
    default: break
    }
    guard let text = Self.text(value) else { return nil }
    var start = place
    var choice = 0
    for end in place..<bytes.count where bytes[end] == 0x2C || bytes[end] == 0x3B {
      if text.bytes.elementsEqual(bytes[start..<end]) { return choice }
      if bytes[end] == 0x3B { break }
      choice += 1
      start = end + 1
    }
    return nil
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

  private static func truth(_ value: Value) -> Int? {
    switch value {
    case .bool(true), .text("true"): 1
    case .bool(false), .text("false"): 0
    default: nil
    }
  }

  /// A whole number in a range such as `0-100`; a fraction is dropped.
  private static func number(_ value: Value, _ bytes: Bytes, _ start: Int) -> Int? {
    var number = value.number
    if let text = value.text?.trimmed() {
      let read = Decimal.prefix(of: text)
      number = read?.used == text.count ? read?.number : nil
    }
    guard let number, number.isFinite, let whole = number.floored.integer else { return nil }
    var (least, most) = (0.0, 0.0)
    var place = start
    while bytes[place] != 0x3B {
      if bytes[place] == 0x2D {
        (least, most) = (most, 0)
      } else {
        most = most * 10 + Double(bytes[place] & 0x0F)
      }
      place += 1
    }
    return number >= least && number <= most ? Int(truncatingIfNeeded: whole) : nil
  }
}
