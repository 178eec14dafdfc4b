package import CalqueBase
import CalqueJSON
import CalqueLocale
package import CalqueTemplate

/// Arguments that are not C structures: JSON text, read in place, and trees of values.
extension Frame {
  /// Arguments that a call has room for on the stack.
  package static var usualCount: Int { 16 }

  /// Adds the members of a JSON object to a frame with room for `usualCount` arguments.
  ///
  /// - Parameter json: it outlives the frame.
  /// - Returns: false for text that has to be parsed: what is wrong, and what is unusual.
  package mutating func read(_ json: Bytes, _ chain: ChainReader) -> Bool {
    guard json.isUTF8 else { return false }
    // Each member has a colon, and takes five bytes.
    if json.count > 5 &* Self.usualCount {
      let most = max(Self.usualCount, json.count { $0 == 0x3A })
      self = Frame(evaluation, chain, evaluation.pointee.arena.take(Argument.self, most))
    }
    return add(membersOf: json, optionsAlone: chain.pointee.options.format.hasSeparateVariables)
  }

  /// Adds the members of a JSON object; false for text that has to be parsed.
  ///
  /// - Parameter optionsAlone: only those that are options of format ios.
  @inline(never)
  mutating func add(membersOf json: Bytes, optionsAlone: Bool = false) -> Bool {
    var scan = JSONScan(json, in: evaluation.arena)
    let isRead = scan.each(0x7B) { name, item in
      let name = Name(name)
      if !optionsAlone || OptionName.isOne(name, of: OptionName.iosOptions) {
        add(Argument(name, item))
      }
      return true
    }
    return isRead && scan.isAtEnd()
  }

  /// The members of a tree.
  package static func of(
    _ members: Members, _ evaluation: UnsafeMutablePointer<Evaluation>, _ chain: ChainReader
  ) -> Frame {
    let given = evaluation.pointee.arguments(of: members)
    let storage = evaluation.pointee.arena.take(Argument.self, max(given.count, 1))
    var frame = Frame(evaluation, chain, storage)
    let hasSeparateVariables = chain.pointee.options.format.hasSeparateVariables
    for argument in given
    where !hasSeparateVariables || OptionName.isOne(argument.name, of: OptionName.iosOptions) {
      frame.add(argument)
    }
    return frame
  }

  /// Adds an argument whose value is JSON text; false for text that is not JSON.
  package mutating func add(_ name: Name, json: Bytes) -> Bool {
    guard let first = json.first, json.isUTF8 else { return false }
    if json.count <= Self.mostScanned {
      if first == 0x7B || first == 0x5B {
        // Most are read when a path leads into them, and then as a whole.
        add(name, unread: .json, json)
        return true
      }
      if let item = JSONScan.value(of: json, in: evaluation.arena) {
        add(Argument(name, item))
        return true
      }
    }
    guard let value = try? JSON.parse(json) else { return false }
    add(evaluation.pointee.arguments(of: Members([(Text(name.bytes), value)]))[0])
    return true
  }

  /// Bytes of JSON text that may be read again and again.
  private static var mostScanned: Int { 1024 }
}

extension Argument {
  /// A copy of its own; nil for what is hidden.
  @inline(never)
  var value: Value? {
    switch kind {
    case .null: .null
    case .int: .int(integer)
    case .double: .double(number)
    case .bool: .bool(integer != 0)
    case .text: .text(Text(bytes))
    case .decimal: .decimal(Text(bytes))
    case .value: container
    case .json: JSON.value(bytes)
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
    return JSONScan.value(of: bytes, in: arena) != nil || (try? JSON.parse(bytes)) != nil
  }

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
