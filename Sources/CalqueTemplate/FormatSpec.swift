package import CalqueBase

/// One formatter of a placeholder such as `{{price, currency(currency: EUR; style: 'x')}}`: its
/// name and the options given in the text.
package struct FormatSpec: Equatable, Sendable {
  /// The name in lowercase, without white space around it.
  package var name: Text
  package var options: Members

  package init(name: Text, options: Members = Members()) {
    self.name = name
    self.options = options
  }

  /// Reads the formatters after the variable's name, which are applied one after another.
  ///
  /// - Parameters:
  ///   - text: For example `uppercase, number(minimumFractionDigits: 2)`.
  ///   - separator: Separates formatters; inside parentheses it is part of the options.
  package static func chain(_ text: Text, separator: Text = ",") -> [FormatSpec] {
    var specs: [FormatSpec] = []
    var start = 0
    var depth = 0
    var offset = 0
    while offset < text.count {
      if depth == 0, !separator.isEmpty, text.matches(separator, at: offset) {
        specs.append(FormatSpec(parsing: text.part(start, offset)))
        offset += separator.count
        start = offset
        continue
      }
      if text.bytes[offset] == 0x28 { depth += 1 }
      if text.bytes[offset] == 0x29, depth > 0 { depth -= 1 }
      offset += 1
    }
    specs.append(FormatSpec(parsing: text.part(start)))
    return specs
  }

  /// Reads one formatter, with or without options in parentheses.
  package init(parsing text: Text) {
    options = Members()
    guard let open = text.bytes.firstIndex(of: 0x28) else {
      name = text.trimmed().lowercasedASCII()
      return
    }
    name = text.part(0, open).trimmed().lowercasedASCII()
    let inside = text.part(open + 1, text.lastIndex(of: ")"))
    // The option that the short forms `currency(EUR)` and `relativetime(day)` set.
    let short: Text? =
      name.equals("currency") ? "currency" : name.equals("relativetime") ? "range" : nil
    if !inside.contains(":"), let option = short {
      let value = inside.trimmed()
      if !value.isEmpty { options[option] = .text(value) }
      return
    }
    for option in inside.split(";") { read(option) }
  }

  private mutating func read(_ option: Text) {
    let colon = option.firstIndex(of: ":") ?? option.count
    let key = option.part(0, colon).trimmed()
    guard !key.isEmpty else { return }
    options[key] = Self.value(Self.unquoted(option.part(colon + 1).trimmed()))
  }

  /// A boolean, an integer if the text is a number (its fraction is dropped), or the text.
  private static func value(_ text: Text) -> Value {
    if text.equals("true") { return .bool(true) }
    if text.equals("false") { return .bool(false) }
    if let number = text.arrayPosition() { return .int(Int64(number)) }
    guard !text.isEmpty, !ScriptNumber.whole(text).isNaN else { return .text(text) }
    let number = ScriptNumber.integer(of: text)
    if number.isNaN { return .text(text) }
    return number.integer.map { .int($0) } ?? .double(number)
  }

  private static func unquoted(_ text: Text) -> Text {
    var start = 0
    var end = text.count
    while start < end, text.bytes[start] == 0x27 { start += 1 }
    while end > start, text.bytes[end - 1] == 0x27 { end -= 1 }
    return text.part(start, end)
  }
}

/// The names of the arguments of a call that formatters use: the options of ECMAScript's Intl
/// formatters. Other arguments cannot affect a formatter with constant options.
package enum FormatOption {
  /// Bytes of the shortest name.
  package static let shortest = 3

  package static func isOne(_ name: Bytes) -> Bool {
    name.count >= shortest && names.contains { name.equals($0) }
  }
}
