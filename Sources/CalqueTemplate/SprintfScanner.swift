import CalqueBase

/// Reads the placeholders of a sprintf template.
struct SprintfScanner {
  private let bytes: [UInt8]
  private let dialect: PatternDialect
  /// The largest width and precision.
  private let limit: Int
  /// Behind what was read.
  private(set) var offset = 0

  init(_ bytes: [UInt8], _ dialect: PatternDialect, limit: Int) {
    (self.bytes, self.dialect, self.limit) = (bytes, dialect, limit)
  }

  /// The offset of the next percent sign, and the placeholder that it begins; none for `%%`, and for
  /// a sign that stands for itself.
  mutating func next() -> (percent: Int, placeholder: SprintfPlaceholder?)? {
    guard let percent = bytes[offset...].firstIndex(of: 0x25) else { return nil }
    offset = percent + 1
    if skip(0x25) { return (percent, nil) }
    let placeholder = dialect == .ios ? foundationPlaceholder() : scriptPlaceholder()
    if placeholder == nil { offset = percent + 1 }
    return (percent, placeholder)
  }

  /// Consumes one byte if it is the given one.
  @inline(never)
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }
}

/// sprintf-js: source, `+`, `0` or `'c`, `-`, width, `.precision`, verb, in exactly this order.
extension SprintfScanner {
  private mutating func scriptPlaceholder() -> SprintfPlaceholder? {
    var placeholder = SprintfPlaceholder()
    if skip(0x28) {
      guard let path = path() else { return nil }
      placeholder.source = .path(path)
    } else if let position = position() {
      placeholder.source = .position(position)
    }
    placeholder.showsPlus = skip(0x2B)
    if skip(0x30) {
      placeholder.padding = "0"
    } else if skip(0x27) {
      guard let character = character() else { return nil }
      placeholder.padding = character
    }
    placeholder.isLeftAligned = skip(0x2D)
    placeholder.width = number()
    if skip(0x2E) {
      guard let precision = number() else { return nil }
      placeholder.precision = precision
    }
    guard let verb = verb("bcdefgijosuxX") else { return nil }
    placeholder.verb = verb
    return placeholder
  }

  /// `name`, then any number of `.name` and `[0]`, then `)`.
  private mutating func path() -> [Text]? {
    guard let first = name() else { return nil }
    var path = [first]
    while !skip(0x29) {
      if skip(0x2E) {
        guard let member = name() else { return nil }
        path.append(member)
      } else {
        let start = offset + 1
        guard skip(0x5B), number(atMost: .max) != nil, skip(0x5D) else { return nil }
        path.append(Text(bytes[start..<offset - 1]))
      }
    }
    return path
  }

  private mutating func name() -> Text? {
    let start = offset
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte == 0x5F || byte.isASCIILetter || offset > start && byte.isASCIIDigit else { break }
      offset += 1
    }
    return offset > start ? Text(bytes[start..<offset]) : nil
  }

  /// The padding character after `'`: any code point except `$`.
  private mutating func character() -> Text? {
    guard offset < bytes.count, bytes[offset] != 0x24 else { return nil }
    let start = offset
    offset += 1
    while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    return Text(bytes[start..<offset])
  }
}

/// C: position, flags in any order, width, `.precision`, length modifiers, verb.
extension SprintfScanner {
  private mutating func foundationPlaceholder() -> SprintfPlaceholder? {
    var placeholder = SprintfPlaceholder()
    if let position = position() { placeholder.source = .position(position) }
    flags(&placeholder)
    placeholder.takesWidth = skip(0x2A)
    if !placeholder.takesWidth { placeholder.width = number() }
    if skip(0x2E) {
      placeholder.takesPrecision = skip(0x2A)
      if !placeholder.takesPrecision { placeholder.precision = number() ?? 0 }
    }
    placeholder.integerBits = integerBits()
    guard let verb = verb("@sdiuxXocCeEfFgG") else { return nil }
    placeholder.verb = verb
    return placeholder
  }

  private mutating func flags(_ placeholder: inout SprintfPlaceholder) {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x2D: placeholder.isLeftAligned = true
      case 0x2B: placeholder.showsPlus = true
      case 0x20: placeholder.showsSpace = true
      case 0x23: placeholder.isAlternate = true
      case 0x30: placeholder.padding = "0"
      // `'` requests the grouping of the C locale, which has none.
      case 0x27: break
      default: return
      }
      offset += 1
    }
  }

  private mutating func integerBits() -> Int {
    var bits = 32
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "h"): bits = bits <= 16 ? 8 : 16
      case UInt8(ascii: "l"), UInt8(ascii: "q"), UInt8(ascii: "L"), UInt8(ascii: "z"),
        UInt8(ascii: "t"), UInt8(ascii: "j"):
        bits = 64
      default: return bits
      }
      offset += 1
    }
    return bits
  }
}

/// Shared by both dialects.
extension SprintfScanner {
  /// `2$` without a leading zero; consumes nothing when there is none.
  private mutating func position() -> Int? {
    let start = offset
    if let number = number(atMost: .max), bytes[start] != 0x30, skip(0x24) { return number }
    offset = start
    return nil
  }

  /// A width or precision, at most the limit.
  private mutating func number() -> Int? { number(atMost: limit) }

  private mutating func number(atMost limit: Int) -> Int? {
    let (number, end) = bytes.withUnsafeBufferPointer { $0.digits(from: offset) }
    guard end > offset else { return nil }
    offset = end
    return min(Int(clamping: number ?? .max), limit)
  }

  private mutating func verb(_ verbs: StaticString) -> UInt8? {
    guard offset < bytes.count else { return nil }
    let verb = bytes[offset]
    guard Bytes(verbs).contains(verb) else { return nil }
    offset += 1
    return verb
  }
}
