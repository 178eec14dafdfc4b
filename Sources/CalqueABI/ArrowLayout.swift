import CalqueBase

/// How the values of an Arrow array lie in its buffers, by the format of its schema.
struct ArrowLayout {
  enum Kind: UInt8 {
    case null, bool
    case int8, uint8, int16, uint16, int32, uint32, int64, uint64
    case half, float, double
    /// Days in 32 bits, and units of time in 64.
    case date, moment
    /// Bytes with offsets of 32 and of 64 bits, and with views.
    case text, largeText, view
    case decimal
  }

  let kind: Kind
  /// Bytes of a decimal.
  private(set) var width = 0
  /// Digits of a decimal behind its point; milliseconds of a unit of time, or negative how many units a
  /// millisecond has.
  private(set) var scale = 1

  var isText: Bool { kind == .text || kind == .largeText || kind == .view }

  /// Whether it may be the index of a dictionary.
  var isInteger: Bool {
    kind.rawValue >= Kind.int8.rawValue && kind.rawValue <= Kind.uint64.rawValue
  }

  /// The number of buffers; that of views may be larger.
  var buffers: Int64 { kind == .null ? 0 : isText ? 3 : 2 }

  /// The formats of one to three letters, each with the letter of its kind.
  private static let simple: StaticString =
    "n:a b:b c:c C:d s:e S:f i:g I:h l:i L:j e:k f:l g:m tdD:n tdm:o u:p U:q vu:r "

  static var null: ArrowLayout { ArrowLayout() }

  private init() { kind = .null }

  /// nil for a format that is no argument.
  init?(_ format: UnsafePointer<CChar>) {
    let name = Text(Bytes(c: format))
    if name.count <= 3, !name.contains(":") {
      for entry in Text(stringLiteral: Self.simple).split(" ") where entry.hasPrefix(name + ":") {
        guard let letter = entry.bytes.last, let kind = Kind(rawValue: letter &- 0x61) else {
          return nil
        }
        self.kind = kind
        return
      }
    }
    let unit = name.part(0, 4)
    if name.hasPrefix("ts") {
      kind = .moment
      switch unit {
      case "tss:": scale = 1000
      case "tsm:": scale = 1
      case "tsu:": scale = -1000
      case "tsn:": scale = -1_000_000
      default: return nil
      }
      return
    }
    guard name.hasPrefix("d:") else { return nil }
    kind = .decimal
    let numbers = name.part(2).split(",").map { Self.number($0) }
    guard numbers.count == 2 || numbers.count == 3, let scale = numbers[1], abs(scale) <= 76,
      let bits = numbers.count == 3 ? numbers[2] : 128, [32, 64, 128, 256].contains(bits)
    else { return nil }
    self.scale = scale
    width = bits / 8
  }

  /// A number of at most three digits.
  private static func number(_ text: Text) -> Int? {
    let isNegative = text.hasPrefix("-")
    let digits = text.part(isNegative ? 1 : 0)
    guard digits.count <= 3, let number = digits.wholeNumber else { return nil }
    return isNegative ? -Int(number) : Int(number)
  }
}
