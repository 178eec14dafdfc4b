import CalqueBase
import CalqueLoading
import CalqueTemplate

/// Changing trees of resources, by the rules of i18next's resource store.
enum Merge {
  /// A tree as it is stored where there is none yet.
  static func sanitized(_ tree: Members) -> Members { deep(Members(), tree, overwrite: true) }

  /// Adds what is new; a text that is there stays unless `overwrite`.
  ///
  /// i18next fails where a tree meets a number, a boolean or null, and adds members to arrays, which
  /// JSON cannot hold: here the new tree takes their place with `overwrite`, that of an array together
  /// with its elements.
  static func deep(_ target: Members, _ source: Members, overwrite: Bool) -> Members {
    var merged = target
    for (name, value) in zip(source.keys, source.values) where !TreeMerge.skipped.contains(name) {
      merged[name] = deep(target[name], value, overwrite: overwrite)
    }
    return merged
  }

  private static func deep(_ target: Value?, _ source: Value, overwrite: Bool) -> Value {
    guard let target else { return source }
    switch (target, source) {
    case (.text, _), (_, .text): return overwrite ? source : target
    case (.object(let old), .object(let new)):
      return .object(deep(old, new, overwrite: overwrite))
    case (.array(let old), .array(let new)):
      let common = min(old.count, new.count)
      let merged = (0..<common).map { deep(old[$0], new[$0], overwrite: overwrite) }
      return .array(merged + (old.count > common ? old[common...] : new[common...]))
    case (.object(let old), .array(let new)):
      return .object(deep(old, numbered(new), overwrite: overwrite))
    case (.array(let old), .object(let new)):
      guard overwrite, !new.isEmpty else { return target }
      return .object(deep(numbered(old), new, overwrite: true))
    case (_, .object), (_, .array): return overwrite ? source : target
    default: return target
    }
  }

  private static func numbered(_ elements: [Value]) -> Members {
    Members(elements.enumerated().map { (Decimal.text(of: Int64($0)), $1) })
  }

  /// Sets a value, making objects on the way. Where a text stands in the way, a member whose name
  /// is the rest of the path, with dots, is made beside it.
  static func set(_ value: Value, at path: ArraySlice<Text>, in node: inout Value) {
    guard let name = path.first else { return }
    let rest = path.dropFirst()
    switch node {
    case .object(var members):
      if rest.isEmpty {
        members[name] = value
      } else if case .text(let text)? = members[name], !text.isEmpty {
        members[Text.joined(Array(path), by: ".")] = value
      } else {
        var child = members[name].flatMap { $0.isTruthy ? $0 : nil } ?? .object(Members())
        set(value, at: rest, in: &child)
        members[name] = child
      }
      node = .object(members)
    case .array(var elements):
      guard let position = name.arrayPosition(below: elements.count + 1) else {
        // i18next makes arrays with gaps.
        if name.arrayPosition() != nil { return }
        var members = Value.object(numbered(elements))
        set(value, at: path, in: &members)
        node = members
        return
      }
      if position == elements.count { elements.append(.object(Members())) }
      if rest.isEmpty {
        elements[position] = value
      } else {
        set(value, at: rest, in: &elements[position])
      }
      node = .array(elements)
    default: break
    }
  }

  /// Whether a value is nested no deeper than a limit.
  static func depth(of value: Value, within limit: Int) -> Bool {
    switch value {
    case .object(let members):
      limit > 0 && members.values.allSatisfy { depth(of: $0, within: limit - 1) }
    case .array(let elements):
      limit > 0 && elements.allSatisfy { depth(of: $0, within: limit - 1) }
    default: true
    }
  }
}
