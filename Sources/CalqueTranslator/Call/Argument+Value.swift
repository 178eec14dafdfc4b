import CalqueBase
import CalqueJSON
import CalqueLocale
import CalqueTemplate

extension Argument {
  /// A copy of its own; nil for what is hidden.
  var value: Value? {
    switch kind {
    case .null: .null
    case .int: .int(integer)
    case .double: .double(number)
    case .bool: .bool(integer != 0)
    case .text: .text(Text(bytes))
    case .decimal: .decimal(Text(bytes))
    case .value: container
    case .json: try? JSON.parse(bytes)
    case .absent: nil
    }
  }

  /// As `Value.isTruthy`; false for what is hidden.
  @inline(never)
  var isTruthy: Bool {
    switch kind {
    case .int, .bool: integer != 0
    case .text: textCount > 0
    case .json: true
    default: value?.isTruthy ?? false
    }
  }

  /// Whether a decimal or JSON text is valid.
  func isRight(in arena: UnsafeMutablePointer<Arena>) -> Bool {
    guard kind == .json else { return PluralOperands(decimal: bytes) != nil }
    return JSONScan.isValue(bytes, in: arena) || (try? JSON.parse(bytes)) != nil
  }

  var isText: Bool { kind == .text || kind == .decimal }

  /// Whether it may have members: an array or object.
  var isContainer: Bool { kind == .value || kind == .json }

  /// A text that is not empty.
  @inline(__always)
  var filledText: Bytes? { kind == .text && textCount > 0 ? bytes : nil }

  init(_ name: StaticString, _ kind: Kind, _ bits: UInt64, _ text: Bytes = .none) {
    self.init(Name(name), kind, bits, text)
  }

  init(_ name: Name, _ item: JSONScan.Item) {
    switch item {
    case .null: self.init(name, .null, 0, .none)
    case .bool(let bool): self.init(name, .bool, bool ? 1 : 0, .none)
    case .int(let int): self.init(name, .int, UInt64(bitPattern: int), .none)
    case .double(let double): self.init(name, .double, double.bitPattern, .none)
    case .text(let text): self.init(name, .text, 0, text)
    case .tree(let json): self.init(name, .json, 0, json)
    }
  }
}

extension Name {
  init(_ literal: StaticString) { self.init(literal.utf8Start, literal.utf8CodeUnitCount) }
}
