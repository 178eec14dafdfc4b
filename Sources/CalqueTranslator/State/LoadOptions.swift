package import CalqueBase
import CalqueLoading

/// A caller's request to load; an empty one loads everything that the translator needs.
package struct LoadOptions: Sendable {
  /// The language changes to this one when it is loaded.
  package var lng: Text?
  /// Exactly these languages, instead of the current one, its fallbacks and `preload`.
  package var lngs: [Text]?
  /// These namespaces, instead of all. New ones are added to the option `ns`.
  package var ns: [Text]?
  /// Languages that are added to `preload`.
  package var preload: [Text] = []
  /// Files that are loaded already are left out.
  package var onlyMissing = false
  /// Loaded files replace the present resources: keys that a file no longer has are removed.
  package var replace = false

  package init() {}

  /// - Throws: `invalidOption` with the name of what is wrong.
  package init(_ given: Members) throws(Diagnostic) {
    let reader = OptionReader(given)
    reader.optionalText("lng", &lng, emptyIsNone: true)
    var (languages, namespaces): ([Text], [Text]) = ([], [])
    reader.texts("lngs", &languages)
    reader.texts("ns", &namespaces)
    lngs = given["lngs"].map { _ in languages }
    ns = given["ns"].map { _ in namespaces }
    reader.texts("preload", &preload)
    reader.flag("onlyMissing", &onlyMissing)
    reader.flag("replace", &replace)
    try reader.finish()
  }
}
