package import CalqueBase

/// Merging two trees of texts.
package enum TreeMerge {
  /// The members of both, objects member by member; where both have a value, that of `upper`.
  ///
  /// Names that i18next does not store are skipped.
  package static func laid(_ upper: Members, over lower: Members) -> Members {
    var merged = lower
    for (name, value) in zip(upper.keys, upper.values) {
      if name.equals("__proto__") || name.equals("constructor") { continue }
      if case .object(let new) = value, case .object(let old)? = merged[name] {
        merged[name] = .object(laid(new, over: old))
      } else {
        merged[name] = value
      }
    }
    return merged
  }
}
