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

/// Tells keys that are sentences from keys that are paths, as i18next does when no separator was
/// chosen by the user.
enum NaturalLanguage {
  /// Whether a byte is one of those that every sentence has one of.
  static func isTelling(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x2C, 0x3F, 0x21, 0x3B: true
    default: false
    }
  }

  static func looksLike(_ key: Bytes, nsSeparator: Bytes, keySeparator: Bytes?) -> Bool {
    func has(_ bytes: Bytes) -> Bool {
      bytes.contains { byte in
        isTelling(byte) && !nsSeparator.contains(byte)
          && !(keySeparator?.contains(byte) ?? false)
      }
    }
    guard has(key) else { return false }
    guard let keySeparator, let first = key.firstIndex(of: keySeparator), first > 0 else {
      return true
    }
    return has(key.part(0, first))
  }
}
