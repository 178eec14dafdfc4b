import CalqueBase
import CalqueJSON
import CalqueTemplate

/// The value of a variable: an argument, or something within one. A tree, for look-ups by path.
enum Operand: TreeNode {
  case argument(UnsafePointer<Argument>)
  case value(Value)
  /// All arguments of a call: the root.
  case frame(UnsafePointer<Frame>)

  var value: Value {
    switch self {
    case .argument(let argument): argument.pointee.value ?? .null
    case .value(let value): value
    case .frame(let frame): .object(frame.members)
    }
  }

  func child(_ name: Text) -> Operand? {
    switch self {
    case .argument(let argument):
      argument.pointee.isContainer
        ? argument.pointee.value?.child(name).map { .value($0) } : nil
    case .value(let value): value.child(name).map { .value($0) }
    case .frame(let frame): frame.named(text: name).map { .argument($0) }
    }
  }

  var isTruthy: Bool {
    switch self {
    case .argument(let argument): argument.pointee.isTruthy
    case .value(let value): value.isTruthy
    case .frame: true
    }
  }

  /// nil for the root, which is an object whatever is in it.
  private var inner: Value? { if case .frame = self { nil } else { value } }
  var isNull: Bool { inner?.isNull ?? false }
  var isScalar: Bool { inner?.isScalar ?? false }
  var isContainer: Bool { inner?.isContainer ?? true }
}

extension Call {
  /// The value of a variable among those of the call, then among those for all calls.
  func lookUp(_ name: Bytes) -> Operand? {
    let data = frame.pointee.data ?? frame
    if !name.contains(0x2E), !name.contains(0x23), let found = data.named(Name(name)) {
      return .argument(found)
    }
    if let dot = name.firstIndex(of: 0x2E), let item = inside(name, dot) {
      return Argument(Name(name), item).value.map { .value($0) }
    }
    if mayLead(name, into: data), let found = lookUp(Text(name), in: Operand.frame(data)) {
      return found
    }
    guard core.pointee.hasDefaults else { return nil }
    let defaults = Value.object(snapshot.options.defaultVariables)
    return lookUp(Text(name), in: defaults).map { .value($0) }
  }

  /// Whether an argument has the name of a path or of what it begins with: most variables that a call
  /// does not have are none of it.
  private func mayLead(_ path: Bytes, into data: UnsafePointer<Frame>) -> Bool {
    // "###" stands for a dot, and another separator of keys separates, too.
    let separator = core.pointee.separators.key
    guard !path.contains(0x23), separator.map({ $0.equals(".") }) ?? true else { return true }
    for (offset, byte) in path.enumerated() where byte == 0x2E {
      if data.named(Name(path.part(0, offset))) != nil { return true }
    }
    return data.named(Name(path)) != nil
  }

  /// Parts between separators that the name of a variable may have.
  private static var mostTokens: Int { 128 }

  private func lookUp<Node: TreeNode>(_ path: Text, in root: Node) -> Node? {
    let found = TreePath.walk(root, path)
    guard core.pointee.findsFlat, !(found?.isTruthy ?? false) else { return found }
    return TreePath.deepFind(
      root, path, separator: snapshot.options.keySeparator ?? ".", most: Self.mostTokens)
  }

  /// The value that a path leads to in the JSON text of an argument; nil where other rules may find more.
  ///
  /// - Parameter dot: the first in the path.
  func inside(_ path: Bytes, _ dot: Int) -> JSONScan.Item? {
    let data = frame.pointee.data ?? frame
    guard let start = path.baseAddress, let argument = data.named(Name(start, dot)),
      argument.pointee.kind == .json
    else { return nil }
    let rest = Bytes(start: start + dot + 1, count: path.count &- dot &- 1)
    // "###" stands for a dot.
    guard !Bytes16.contains(0x23, in: path),
      let item = JSONScan(argument.pointee.bytes, in: arena).find(rest)
    else { return nil }
    argument.noteRead()
    switch item {
    case .text(let text) where !text.isEmpty: return item
    case .bool(true): return item
    case .int(let int) where int != 0: return item
    case .tree: return nil
    // An argument with the whole path as its name takes precedence over a falsy member.
    default:
      let isOwn = !core.pointee.findsFlat || core.pointee.separators.key?.equals(".") ?? true
      return isOwn && data.named(Name(path)) == nil ? item : nil
    }
  }
}
