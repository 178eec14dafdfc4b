package import CalqueBase
import CalqueCatalog
import CalqueJSON

/// One state of a translator, pinned with a language list, a namespace and a key prefix: what
/// i18next calls a fixed t. Immutable.
package final class View: Sendable {
  let snapshot: Snapshot
  private let chain: Chain
  /// For keys as they are given; nil for a view whose keys have a prefix.
  nonisolated(unsafe) package let direct: ChainReader?
  package let prefix: Text
  private let separator: Text

  /// - Parameters:
  ///   - lngs: none for the current language.
  ///   - hasFallbacks: the chain of the first language is used; otherwise the list as it is.
  package init(
    _ snapshot: Snapshot, lngs: [Text], hasFallbacks: Bool, namespaces: [Text], keyPrefix: Text
  ) {
    self.snapshot = snapshot
    separator = snapshot.options.keySeparator ?? "."
    prefix = keyPrefix.isEmpty ? "" : keyPrefix + separator
    chain = Self.chain(snapshot, lngs, hasFallbacks, namespaces)
    direct = prefix.isEmpty ? chain.reader : nil
  }

  /// For whole keys, prefix included.
  package var reader: ChainReader { chain.reader }

  /// A chain that another view made, or a new one. A language with its fallbacks and a namespace are what
  /// views are made for again and again.
  private static func chain(
    _ snapshot: Snapshot, _ lngs: [Text], _ hasFallbacks: Bool, _ namespaces: [Text]
  ) -> Chain {
    let format = snapshot.options.format
    let isSingle = hasFallbacks || format == .ios
    // Formats v1 and ios have one namespace a call.
    let own = format.isModern ? namespaces : Array(namespaces.prefix(1))
    let (lng, ns): (Text, Text) =
      format == .ios ? ("lang", "namespace") : (isSingle ? "lng" : "lngs", "ns")
    var fixed = Members()
    if !lngs.isEmpty { fixed[lng] = isSingle ? .text(lngs[0]) : .array(of: lngs) }
    if !own.isEmpty { fixed[ns] = .oneOrMore(own) }
    let name = JSON.text(
      of: .array([.bool(hasFallbacks), .array(of: lngs), .array(of: namespaces)]))
    return name.bytes.withUnsafeBufferPointer { name in
      // No option of a call has such a namespace.
      snapshot.scope.others.chain(name, Bytes("view"), isList: true) {
        snapshot.scope.derived(
          lng: isSingle ? lngs.first : nil, own: own.isEmpty ? nil : own,
          list: isSingle || lngs.isEmpty ? nil : lngs, fixed: fixed)
      }.chain
    }
  }

  /// - Throws: `corrupt` when one of its catalogs is damaged, and so is not there.
  package func check() throws(Diagnostic) { _ = try chain.damaged?.checked() }

  package var format: TranslatorFormat { snapshot.options.format }

  /// A key with its prefix.
  ///
  /// - Parameter keyPrefix: the option of a call, which replaces that of the view; empty for none.
  package func whole(_ key: Text, keyPrefix: Text?) -> Text {
    guard let keyPrefix else { return prefix + key }
    return keyPrefix.isEmpty ? key : keyPrefix + separator + key
  }

  /// Translates with options that are a tree of values.
  package func translate(_ key: Text, _ options: Members) -> Translation {
    reader.translate([whole(key, keyPrefix: options["keyPrefix"]?.text)], options)
  }

  /// Whether there is anything under a whole key, whatever it is.
  package func has(_ key: Bytes) -> Bool {
    if let start = key.baseAddress, case .missing = reader.find(start, key.count) { return false }
    return !reader.translate([Text(key)], Members()).isMissing
  }
}
