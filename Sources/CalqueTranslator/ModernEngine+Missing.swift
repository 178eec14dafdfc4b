import CalqueBase

extension ModernEngine {
  /// Tells the host of a key that was not found, or whose default changed.
  func reportMissing(
    _ call: Call, _ result: Value?, _ standard: Value?, usedKey: Bool, usedDefault: Bool
  ) {
    guard options.saveMissing else { return }
    let hasDefault = hasDefaultValue(call.options)
    let isUpdate = hasDefault && standard != result && options.updateMissing
    guard usedKey || usedDefault || isUpdate else { return }
    let dropsKey =
      call.options["missingKeyNoValueFallbackToKey"]?.isTruthy ?? false
      || options.missingKeyNoValueFallbackToKey
    let shown = dropsKey && usedKey ? nil : result
    let lngs = targets(call)
    guard options.saveMissingPlurals, let plural = call.plural else {
      let value = hasDefault && standard != result ? standard : shown
      return send(lngs, call, call.key, value, result, isUpdate)
    }
    for lng in lngs {
      for suffix in suffixes(lng, plural, call.options) {
        let own = call.options["defaultValue" + suffix].flatMap { $0.isTruthy ? $0 : nil }
        let specific = own ?? standard
        let value = hasDefault && specific != result ? specific : shown
        send([lng], call, call.key + suffix, value, result, isUpdate)
      }
    }
  }

  private func suffixes(
    _ lng: Text, _ plural: PluralRequest, _ callOptions: Members
  ) -> [Text] {
    var suffixes = PluralForms(options).suffixes(lng, isOrdinal: plural.isOrdinal)
    let zero = options.pluralSeparator + "zero"
    if plural.wantsZero, callOptions["defaultValue" + zero]?.isTruthy ?? false,
      !suffixes.contains(zero)
    {
      suffixes.append(zero)
    }
    return suffixes
  }

  private func targets(_ call: Call) -> [Text] {
    let lng = call.options["lng"]?.text ?? snapshot.language
    switch options.saveMissingTo {
    case .fallback:
      let fallbacks = snapshot.chain.fallbacks(nil, for: lng)
      return fallbacks.isEmpty ? [lng].compactMap { $0 } : fallbacks
    case .all: return snapshot.chain.hierarchy(lng, fallback: nil)
    case .current: return [lng].compactMap { $0 }
    }
  }

  private func send(
    _ lngs: [Text], _ call: Call, _ key: Text, _ value: Value?, _ result: Value?, _ isUpdate: Bool
  ) {
    snapshot.tell(
      MissingKey(
        lngs: lngs, ns: call.namespace, key: key, fallbackValue: value, updateMissing: isUpdate,
        options: call.options))
    snapshot.events.emit(
      "missingKey",
      [.array(lngs.map { .text($0) }), .text(call.namespace), .text(key), result ?? .null])
  }
}
