package import CalqueBase
import CalqueJSON
package import CalqueTemplate

/// Arguments of a first attempt that come as JSON text, read in place.
extension CallArguments {
  /// Adds the members of an object; there must be room in the storage.
  ///
  /// - Parameters:
  ///   - room: for as many bytes as the text has; it outlives the arguments.
  ///   - most: members that there is room for.
  /// - Returns: false for what a first attempt does not take.
  package mutating func append(
    object json: Bytes, _ room: UnsafeMutablePointer<UInt8>, most: Int
  ) -> Bool {
    var scan = JSONScan(json, room: room)
    guard UTF8Check.firstInvalid(json) == nil else { return false }
    return scan.members(most: most) { append($0, $1) }
  }

  /// Adds an argument whose value is JSON text; as `append`.
  @inline(never)
  package mutating func append(_ name: Name, json: Bytes) -> Bool {
    guard UTF8Check.firstInvalid(json) == nil else { return false }
    var scan = JSONScan(json)
    guard scan.isAtTree() else {
      guard let item = scan.value(), scan.isAtEnd() else { return false }
      return append(Argument(name, item))
    }
    // Most are read when a path leads into them, and then as a whole.
    let option = OptionName.of(name)
    return Self.isTaken(option) && append(name, unread: .json, json, option)
  }

  @inline(never)
  private mutating func append(_ name: Name, _ item: JSONScan.Item) -> Bool {
    guard case .tree(let json) = item else { return append(Argument(name, item)) }
    return Self.isTaken(OptionName.of(name)) && append(name, .json, 0, json)
  }

  /// Whether a first attempt takes an array or object of that name: most options that are one take a
  /// second.
  private static func isTaken(_ option: OptionName?) -> Bool {
    switch option {
    case nil, .sprintf, .replace, .ns: true
    default: false
    }
  }
}

extension JSONScan {
  /// As `members`, of an object that is all of the text.
  ///
  /// - Parameter most: members that there is room for.
  mutating func members(most: Int, _ member: (Name, Item) -> Bool) -> Bool {
    var left = most
    let isRead = members { name, item in
      left &-= 1
      return left >= 0 && member(Name(name), item)
    }
    return isRead && isAtEnd()
  }
}

extension Argument {
  /// Bytes of JSON text that may be read again and again.
  private static let mostUnread = 1024

  /// A JSON array or object that is read when it is needed; nil for what has to be read at once.
  package init?(_ name: Bytes, unread json: Bytes) {
    var scan = JSONScan(json)
    guard json.count <= Self.mostUnread, UTF8Check.firstInvalid(json) == nil, scan.isAtTree(),
      JSONScan.isValue(json)
    else { return nil }
    self.init(name, .json, 0, json)
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

extension Call {
  /// The value that a path leads to in the JSON text of an argument.
  enum Inside {
    /// The path begins with no such argument.
    case nowhere
    case found(JSONScan.Item)
    /// Nothing, or nothing that is true: other rules may find more.
    case unknown
  }

  ///
  /// - Parameter dot: the first in the path.
  func inside(_ path: Bytes, _ dot: Int) -> Inside {
    let data = arguments.pointee.data ?? arguments
    guard let start = path.baseAddress, let argument = data.named(Name(start, dot)),
      argument.pointee.kind == .json
    else { return .nowhere }
    let rest = Bytes(start: start + dot + 1, count: path.count &- dot &- 1)
    // "###" stands for a dot.
    guard !Bytes16.contains(0x23, in: path),
      let item = JSONScan.find(rest, in: argument.pointee.bytes)
    else { return .unknown }
    argument.noteRead()
    switch item {
    case .text(let text) where !text.isEmpty: return .found(item)
    case .bool(true): return .found(item)
    case .int(let int) where int != 0: return .found(item)
    case .tree: return .unknown
    // An argument with the whole path as its name takes precedence over a falsy member.
    default:
      let isOwn = !core.pointee.findsFlat || core.pointee.separators.key?.equals(".") ?? true
      return isOwn && data.named(Name(path)) == nil ? .found(item) : .unknown
    }
  }
}
