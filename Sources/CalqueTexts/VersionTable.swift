package import CalqueBase
import CalqueJSON

/// Versions by the identifiers of texts.
package typealias VersionTable = TextTable<Version>

extension TextTable where Element == Version {
  /// Reads a version file: a flat JSON object from identifiers to versions. A comma may stand before
  /// its end. A text that is not a version drops its entry alone.
  ///
  /// - Throws: as `JSON.parse`; `invalidType` when it is not an object or one of its values is not text.
  package init(versionFile text: Text, maximumBytes: Int) throws(Diagnostic) {
    let limits = JSONLimits(maximumBytes: maximumBytes, maximumDepth: 2)
    guard case .object(let members) = try JSON.parse(lenient: text, limits: limits) else {
      throw Diagnostic(.invalidType, "the version file is not a JSON object")
    }
    self.init()
    for position in 0..<members.count {
      let identifier = members.keys[position]
      guard let text = members.values[position].text else {
        throw Diagnostic(.invalidType, "a version is not a text", path: identifier)
      }
      if let version = Version(text) { self[identifier] = version }
    }
  }

  /// The table as a version file, which TextFetcher reads too.
  package var versionFile: Text {
    var members = Members()
    for position in 0..<count { members[keys[position]] = .text(values[position].text) }
    return JSON.text(of: .object(members))
  }

  /// The version of a text; 0.0.0 when none is known.
  func version(of identifier: Text) -> Version { self[identifier] ?? .zero }
}
