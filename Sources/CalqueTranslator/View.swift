package import CalqueBase
import CalqueCatalog

/// One state of a translator, pinned with a language list, a namespace and a key prefix: what
/// i18next calls a fixed t. Immutable.
package final class View: Sendable {
  let snapshot: Snapshot
  private let scope: Scope
  /// For hot calls with whole keys, prefix included.
  package let hot: HotScope?
  /// For hot calls with keys as they are given; nil for a view whose keys have a prefix.
  package let direct: HotScope?
  /// Options that every call through the view has, unless it gives its own.
  private let fixed: Members
  package let prefix: Text

  /// - Parameters:
  ///   - lngs: none for the current language.
  ///   - hasFallbacks: the chain of the first language is used; otherwise the list as it is.
  package init(
    _ snapshot: Snapshot, lngs: [Text], hasFallbacks: Bool, namespaces: [Text], keyPrefix: Text
  ) {
    self.snapshot = snapshot
    let options = snapshot.options
    fixed = Self.fixed(options, lngs, hasFallbacks, namespaces)
    prefix = keyPrefix.isEmpty ? "" : keyPrefix + (options.keySeparator ?? ".")
    var codes = lngs
    if let first = lngs.first, hasFallbacks || options.format == .ios {
      codes = snapshot.chain.hierarchy(first, fallback: nil)
    } else if lngs.isEmpty {
      codes = snapshot.languages
    }
    // Formats v1 and ios have one namespace a call.
    let own = options.format.isModern ? namespaces : Array(namespaces.prefix(1))
    scope = snapshot.scope(
      codes: codes, namespaces: own,
      followsReferences: !lngs.isEmpty || snapshot.language != nil)
    hot = scope.hot
    direct = prefix.isEmpty ? scope.hot : nil
  }

  private static func fixed(
    _ options: TranslatorOptions, _ lngs: [Text], _ hasFallbacks: Bool, _ namespaces: [Text]
  ) -> Members {
    var fixed = Members()
    if let first = lngs.first, hasFallbacks || options.format == .ios {
      fixed[options.format == .ios ? "lang" : "lng"] = .text(first)
    } else if !lngs.isEmpty {
      fixed["lngs"] = .array(lngs.map { .text($0) })
    }
    let name: Text = options.format == .ios ? "namespace" : "ns"
    if options.format.isModern, namespaces.count > 1 {
      fixed[name] = .array(namespaces.map { .text($0) })
    } else if let first = namespaces.first {
      fixed[name] = .text(first)
    }
    return fixed
  }

  /// - Throws: `corrupt` when one of its catalogs is damaged, and so is not there.
  package func check() throws(Diagnostic) { _ = try scope.damaged?.checked() }

  package var format: TranslatorFormat { snapshot.options.format }

  /// Translates by the full rules.
  package func translate(_ key: Text, _ options: Members) -> Translation {
    snapshot.translate([prefix + key], fixed.isEmpty ? options : fixed.merging(options))
  }

  /// As `translate`, for a key that has the prefix already.
  package func translateWhole(_ key: Text, _ options: Members) -> Translation {
    snapshot.translate([key], fixed.isEmpty ? options : fixed.merging(options))
  }
}
