package import CalqueBase
import CalqueCatalog

/// One state of a translator, pinned with a language list, a namespace and a key prefix: what
/// i18next calls a fixed t. Immutable.
package final class View: Sendable {
  let snapshot: Snapshot
  private let chain: Chain
  /// For whole keys, prefix included.
  package let reader: ChainReader
  /// For keys as they are given; nil for a view whose keys have a prefix.
  package let direct: ChainReader?
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
    reader = chain.reader
    direct = prefix.isEmpty ? reader : nil
  }

  /// A chain that another view made, or a new one. A language with its fallbacks and a namespace are what
  /// views are made for again and again.
  private static func chain(
    _ snapshot: Snapshot, _ lngs: [Text], _ hasFallbacks: Bool, _ namespaces: [Text]
  ) -> Chain {
    // No option of a call has such a name.
    let kind: Text = hasFallbacks ? "\u{2}" : "\u{3}"
    let name = kind + Text.joined(lngs, by: "\0")
    let own = Text.joined(namespaces, by: "\0")
    return name.bytes.withUnsafeBufferPointer { name in
      own.bytes.withUnsafeBufferPointer { own in
        snapshot.scope.others.chain(name, own, isList: true) {
          newChain(snapshot, lngs, hasFallbacks, namespaces)
        }.chain
      }
    }
  }

  private static func newChain(
    _ snapshot: Snapshot, _ lngs: [Text], _ hasFallbacks: Bool, _ namespaces: [Text]
  ) -> Chain {
    let options = snapshot.options
    let fixed = fixed(options, lngs, hasFallbacks, namespaces)
    var codes = lngs
    if let first = lngs.first, hasFallbacks || options.format == .ios {
      codes = snapshot.chain.hierarchy(first, fallback: nil)
    } else if lngs.isEmpty {
      codes = snapshot.languages
    }
    // Formats v1 and ios have one namespace a call.
    let own = options.format.isModern ? namespaces : Array(namespaces.prefix(1))
    var plan = Chain.Plan(
      codes: codes, own: own.isEmpty ? options.defaultNS : own,
      followsReferences: !lngs.isEmpty || snapshot.language != nil,
      fixed: fixed,
      language: options.format == .ios ? lngs.first ?? snapshot.language : snapshot.language)
    plan.hasList = fixed.contains("lngs")
    return Chain(plan, in: snapshot, earlier: snapshot.scope)
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
    translateWhole(whole(key, keyPrefix: options["keyPrefix"]?.text), options)
  }

  /// As `translate`, for a whole key.
  package func translateWhole(_ key: Text, _ options: Members) -> Translation {
    reader.translate([key], options)
  }

  /// Whether there is anything under a whole key, whatever it is.
  package func has(_ key: Bytes) -> Bool {
    if let start = key.baseAddress, case .missing = reader.find(start, key.count) { return false }
    return !translateWhole(Text(key), Members()).isMissing
  }
}
