import CalqueBase
import CalqueTemplate

extension Question {
  /// Tells the host of a key that was not found, or whose default changed.
  func reportMissing(_ result: Value?, _ standard: Value?, usedKey: Bool, usedDefault: Bool) {
    guard snapshot.options.saveMissing else { return }
    let options = snapshot.options
    let isUpdate = hasDefault && standard != result && options.updateMissing
    guard usedKey || usedDefault || isUpdate, arguments.pointee.work?.pointee.reports() ?? true
    else { return }
    let dropsKey =
      options.missingKeyNoValueFallbackToKey
      || option("missingKeyNoValueFallbackToKey")?.isTruthy ?? false
    let shown = dropsKey && usedKey ? nil : result
    let key = lastKey
    let lngs = targets
    guard options.saveMissingPlurals, let plural = PluralRequest(arguments.pointee.count) else {
      let value = hasDefault && standard != result ? standard : shown
      return send(lngs, key, value, result, isUpdate)
    }
    for lng in lngs {
      for suffix in suffixes(lng, plural) {
        let own = option("defaultValue" + suffix).flatMap { $0.isTruthy ? $0 : nil }
        let specific = own ?? standard
        let value = hasDefault && specific != result ? specific : shown
        send([lng], key + suffix, value, result, isUpdate)
      }
    }
  }

  private func suffixes(_ lng: Text, _ plural: PluralRequest) -> [Text] {
    let options = snapshot.options
    var suffixes = PluralForms(options).suffixes(lng, isOrdinal: arguments.pointee.isOrdinal)
    let zero = options.pluralSeparator + "zero"
    if options.format == .v4, !arguments.pointee.isOrdinal, plural.isZero,
      option("defaultValue" + zero)?.isTruthy ?? false, !suffixes.contains(zero)
    {
      suffixes.append(zero)
    }
    return suffixes
  }

  private var targets: [Text] {
    let lng = option("lng")?.text ?? snapshot.language
    switch snapshot.options.saveMissingTo {
    case .fallback:
      let fallbacks = snapshot.chain.fallbacks(nil, for: lng)
      return fallbacks.isEmpty ? [lng].compactMap { $0 } : fallbacks
    case .all: return snapshot.chain.hierarchy(lng, fallback: nil)
    case .current: return [lng].compactMap { $0 }
    }
  }

  private func send(
    _ lngs: [Text], _ key: Text, _ value: Value?, _ result: Value?, _ isUpdate: Bool
  ) {
    snapshot.tell(
      lngs, namespaces.last ?? "", key, value, shown: result ?? .null, isUpdate: isUpdate
    ) { arguments.members }
  }
}
