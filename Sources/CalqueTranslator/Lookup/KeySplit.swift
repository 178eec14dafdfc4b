import CalqueBase
import CalqueTemplate

/// The namespace in a key, taken off.
enum KeySplit {
  /// There is none.
  case whole
  case parts(ns: Bytes, key: Bytes)
  /// As `parts`, but the key had to be put together.
  case joined(ns: Text?, key: Text)
}

/// The separators that split keys: those of a translator, or those of a call.
struct KeySeparators: @unchecked Sendable {
  // Unchecked: the creator keeps the texts.
  let ns: Bytes?
  let key: Bytes?
  /// Given by the user, so that no key is taken for a sentence.
  let areGiven: Bool
  /// Begins a reference.
  let nesting: Bytes

  /// - Parameters:
  ///   - isNamespace: whether a text is one, asked for where both separators are the same.
  ///   - hasReference: whether a key has a reference in it.
  func split(
    _ whole: Bytes, isNamespace: (Bytes) -> Bool, hasReference: (Bytes) -> Bool
  ) -> KeySplit {
    guard let ns, let at = whole.firstIndex(of: ns) else { return .whole }
    if !areGiven, NaturalLanguage.looksLike(whole, nsSeparator: ns, keySeparator: key) {
      return .whole
    }
    if whole.firstIndex(of: nesting) != nil, hasReference(whole) { return .whole }
    let first = whole.part(0, at)
    let rest = whole.part(at &+ ns.count, whole.count)
    let isSame = key.map { $0.count == ns.count && $0.elementsEqual(ns) } ?? false
    if !isSame, rest.firstIndex(of: ns) == nil { return .parts(ns: first, key: rest) }
    var parts = Text(whole).split(Text(ns))
    let taken = !isSame || isNamespace(first) ? parts.removeFirst() : nil
    return .joined(ns: taken, key: Text.joined(parts, by: Text(key ?? ns)))
  }
}
