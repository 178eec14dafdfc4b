import CalqueBase
import CalqueJSON
import CalqueTemplate

/// The value of a variable: an argument, or something within one.
enum Operand {
  case argument(UnsafePointer<Argument>)
  case value(Value)

  var value: Value {
    switch self {
    case .argument(let argument): argument.pointee.value ?? .null
    case .value(let value): value
    }
  }
}

extension Call {
  /// The value of a variable among those of the call, then among those for all calls.
  func lookUp(_ name: Bytes) -> Operand? {
    let data = frame.pointee.data ?? frame
    // "###" stands for a dot, and another separator of keys may separate, too.
    let other = core.pointee.separators.key?.first ?? 0x2E
    guard let mark = name.firstIndex(where: { $0 == 0x2E || $0 == 0x23 || $0 == other }) else {
      return (data.named(Name(name)) ?? variableOfAllCalls(name)).map { .argument($0) }
    }
    if name[mark] == 0x2E, let item = inside(name, mark) {
      let place = arena.pointee.take(Argument.self, 1)
      place.initialize(to: Argument(Name(name), item))
      return .argument(place)
    }
    var trees: [Value] = []
    if mayLead(name, { data.named(Name($0)) }) { trees.append(.object(data.members())) }
    if core.pointee.hasDefaults, mayLead(name, variableOfAllCalls) {
      trees.append(.object(options.defaultVariables))
    }
    return trees.isEmpty ? nil : lookUp(Text(name), in: trees)
  }

  /// Whether a variable has the name of a path or of what it begins with: most that a call does not have
  /// are none of it.
  private func mayLead(
    _ path: Bytes, _ variable: (Bytes) -> UnsafePointer<Argument>?
  ) -> Bool {
    let other = options.ignoreJSONStructure ? core.pointee.separators.key : nil
    if let other, !other.equals("."), path.firstIndex(of: other) != nil { return true }
    if Bytes16.contains(0x23, in: path) { return true }
    var end = path.count
    while variable(path.part(0, end)) == nil {
      guard let dot = path.part(0, end).lastIndex(of: 0x2E) else { return false }
      end = dot
    }
    return true
  }

  /// Parts between separators that the name of a variable may have.
  private static var mostTokens: Int { 128 }

  /// The value in the first of the trees that has it. Names that contain separators are looked for where
  /// no path leads to one: a whole path as a name first.
  private func lookUp(_ path: Text, in trees: [Value]) -> Operand? {
    var found = trees.compactMap { TreePath.walk($0, path) }.first
    if options.ignoreJSONStructure, !(found?.isTruthy ?? false) {
      found = trees.compactMap { $0.object?[path] }.first
      if !(found?.isTruthy ?? false) {
        let separator = options.keySeparator ?? "."
        found =
          trees.compactMap {
            TreePath.deepFind($0, path, separator: separator, most: Self.mostTokens)
          }.first
      }
    }
    return found.map { .value($0) }
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
    // A variable with the whole path as its name takes precedence over a falsy member.
    default:
      let isOwn = !options.ignoreJSONStructure || core.pointee.separators.key?.equals(".") ?? true
      return isOwn && data.named(Name(path)) == nil && variableOfAllCalls(path) == nil ? item : nil
    }
  }
}
