import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Looking up keys, whatever the call's options say of separators.
extension Call {
  private static let splitting =
    OptionName.keySeparator.bit | OptionName.nsSeparator.bit
    | OptionName.ignoreJSONStructure.bit

  /// Tries each key, in each namespace, in each language, in each form; the first valid value wins.
  func lookUp(_ keys: UnsafeBufferPointer<Bytes>) -> Match {
    let splitting = frame.pointee.options & Self.splitting
    // Without a separator only whole keys are found, and those that are not split are among them.
    let isWhole =
      splitting == OptionName.keySeparator.bit && core.pointee.findsFlat && keySeparator == nil
      && !(frame.pointee.context?.pointee.bytes.mayHide ?? false)
    guard core.pointee.isCompiled, splitting == 0 || isWhole, !evaluation.pointee.isTraced
    else { return walk(keys) }
    var last = Match(core: core, key: .none)
    for key in keys {
      guard let match = match(key), !isWhole || match.isMissingWhole else { return walk(keys) }
      if match.isFound, !isWhole { return match }
      last = match
      last.record = nil
    }
    // Walking reports a damaged catalog to the host.
    let isWalked =
      core.pointee.isDamaged || keys.last?.isEmpty ?? false || core.pointee.hasDottedNamespaces
    return isWalked ? walk(keys) : last
  }

  /// - Returns: nil when the tree has to be walked.
  private func match(_ key: Bytes) -> Match? {
    let (ns, bare) = parts(of: key)
    guard let ns else { return found(bare) }
    // An empty namespace is one too, and not that of the chain.
    return ns.isEmpty ? nil : Call(chain(.none, ns), frame).found(bare)
  }

  private func found(_ key: Bytes) -> Match? {
    var match = Match(core: core, key: key)
    guard let start = key.baseAddress, !key.isEmpty else { return match }
    let hasCounts = core.pointee.hasCounts && frame.has(.counts)
    let record =
      hasCounts
      ? candidates(start, key.count) : find(start, key.count, KeyHash(start, key.count).mark)
    guard let record else {
      // "###" stands for a dot.
      return key.contains(0x23) ? nil : match
    }
    // Members of an array or object may have changed.
    if core.pointee.hasChanges, record.isContainer { return nil }
    match.record = record
    return match
  }

  // MARK: Namespaces in keys

  /// A key without its namespace, and that if it has one.
  func parts(of key: Bytes) -> (ns: Bytes?, key: Bytes) {
    switch core.pointee.marks.shape(of: key, hasOwnSeparators) {
    case .name: return (nil, key)
    case .pair(let end): return (key.part(0, end), key.part(end &+ 1, key.count))
    case .other: break
    }
    switch split(key) {
    case .whole: return (nil, key)
    case .parts(let ns, let bare): return (ns, bare)
    case .joined(let ns, let bare):
      return (
        ns.map { evaluation.pointee.copy($0) }, evaluation.pointee.copy(bare)
      )
    }
  }

  private var hasOwnSeparators: Bool {
    frame.pointee.options & (OptionName.keySeparator.bit | OptionName.nsSeparator.bit) != 0
  }

  private func split(_ key: Bytes) -> KeySplit {
    guard hasOwnSeparators else { return split(key, by: core.pointee.separators) }
    let (ns, separator) = (nsSeparator, keySeparator)
    let areGiven =
      core.pointee.separators.areGiven || frame.isTruthy(.keySeparator, "keySeparator")
      || frame.isTruthy(.nsSeparator, "nsSeparator")
    let separators = KeySeparators(
      ns: ns.map { evaluation.pointee.copy($0) },
      key: separator.map { evaluation.pointee.copy($0) },
      areGiven: areGiven, nesting: core.pointee.separators.nesting)
    return split(key, by: separators)
  }

  private func split(_ key: Bytes, by separators: KeySeparators) -> KeySplit {
    separators.split(
      key, isNamespace: { ns in snapshot.options.ns.contains(Text(ns)) },
      hasReference: { key in snapshot.nesting.occurs(in: key) })
  }

  var nsSeparator: Text? { separator(.nsSeparator, "nsSeparator", snapshot.options.nsSeparator) }

  var keySeparator: Text? {
    separator(.keySeparator, "keySeparator", snapshot.options.keySeparator)
  }

  private func separator(
    _ option: OptionName, _ name: StaticString, _ standard: @autoclosure () -> Text?
  ) -> Text? {
    guard let given = frame.value(option, name) else { return standard() }
    return given.text.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension KeyMarks {
  /// As `shape`, with separators of the call or without.
  fileprivate func shape(of key: Bytes, _ hasOwnSeparators: Bool) -> Shape {
    guard !hasOwnSeparators, let start = key.baseAddress else { return .other }
    return shape(start, key.count)
  }
}

extension Match {
  /// Whether no catalog has the key or a form of it as the name of a member at its top.
  fileprivate var isMissingWhole: Bool {
    guard !key.mayHide, isFound else { return !key.mayHide }
    return !core.pointee.hasChanges
      && (0..<Int(core.pointee.layerCount)).allSatisfy { position in
        core.pointee.layers[position].catalog._withUnsafeGuaranteedRef {
          !$0.root.hasMember(beginningWith: key)
        }
      }
  }
}

extension Bytes {
  /// Whether a look-up of whole keys may find what has no such key: i18next then splits by "false".
  fileprivate var mayHide: Bool {
    let mark: Text = "false"
    return contains(mark) || contains(0x23)
  }
}
