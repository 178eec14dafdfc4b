package import CalqueBase
import CalqueJSON

/// Bytes of resource files to trees.
extension JSONLimits {
  /// - Throws: `badResponse`, `invalidUTF8`, `invalidJSON`, `limitExceeded`, all with the number
  ///   of I18NextErrorDomain for invalid language data.
  func tree(_ content: Text) throws(Diagnostic) -> Members {
    do throws(Diagnostic) {
      guard !content.isEmpty else { throw Diagnostic(.badResponse, "there is no content") }
      guard case .object(let members) = try JSON.parse(content, limits: self) else {
        throw Diagnostic(.badResponse, "the content is not a JSON object")
      }
      return members
    } catch {
      throw error.with(detail: LoadDetail.invalidLangData)
    }
  }

  /// The trees in an object of objects, such as namespaces by name. Members that are not objects
  /// are skipped.
  func trees(_ content: Text) throws(Diagnostic) -> TextTable<Members> {
    let members = try tree(content)
    var trees = TextTable<Members>()
    for (name, value) in zip(members.keys, members.values) {
      if case .object(let tree) = value { trees[name] = tree }
    }
    return trees
  }
}

/// Merging two trees of texts.
package enum TreeMerge {
  /// Names that i18next does not store, to keep its prototypes safe.
  package static let skipped: [Literal] = ["__proto__", "constructor"]

  /// The members of both, objects member by member; where both have a value, that of `upper`.
  package static func merged(_ upper: Members, over lower: Members) -> Members {
    var result = lower
    for (name, value) in zip(upper.keys, upper.values) where !skipped.contains(name) {
      if case .object(let new) = value, case .object(let old)? = result[name] {
        result[name] = .object(merged(new, over: old))
      } else {
        result[name] = value
      }
    }
    return result
  }
}
