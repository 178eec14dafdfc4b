package import CalqueTemplate

/// The names among the arguments of a call that are options in some format: the only list of them in
/// the engine. `docs/options.md` says what each does, and a test compares the two.
package enum OptionName: UInt8, CaseIterable {
  // Those that every call follows on its way.
  case count, context, ordinal, defaultValue, lng, ns
  // Those of formats v2 to v4.
  case defaultValueForm, counts, lngs, fallbackLng, keySeparator, nsSeparator
  case ignoreJSONStructure, replace, interpolation, skipInterpolation, nest, returnObjects
  case returnDetails, joinArrays, formatParams, postProcess, applyPostProcessor, sprintf
  // Those of older formats alone.
  case keyseparator, nsseparator, interpolationPrefix, interpolationSuffix, escapeInterpolation
  case returnObjectTrees, indefiniteArticle, originalLng, isFallbackLookup
  case lang, namespace, variables

  /// A bit for each, to ask for several at once.
  @inline(__always)
  var bit: UInt64 { 1 << UInt64(rawValue) }

  /// Those that formats v2 to v4 know, but for the ones that every call follows.
  static let modern = mask(of: defaultValueForm.rawValue...sprintf.rawValue)

  /// Those of format v1, and of none of the modern ones.
  static let versionOne =
    modern | mask(of: keyseparator.rawValue...isFallbackLookup.rawValue) | lng.bit | ns.bit
    | defaultValue.bit

  /// Those of format ios. Other options are variables there, and so not followed either.
  static let ios =
    defaultValue.bit | lng.bit | ns.bit | sprintf.bit | lang.bit | namespace.bit
    | indefiniteArticle.bit
    | postProcess.bit | variables.bit

  private static func mask(of range: ClosedRange<UInt8>) -> UInt64 {
    range.reduce(0) { $0 | 1 << UInt64($1) }
  }

  /// The option of a name; nil for a variable.
  @inline(__always)
  package static func of(_ name: Name) -> OptionName? {
    // Names that are no option are told by their length and one comparison or few.
    switch name.count {
    case 4 where !name.reads("lngs") && !name.reads("nest") && !name.reads("lang"): return nil
    case 5: return name.reads("count") ? .count : nil
    case 7 where name.reads("context"): return .context
    default: return seldom(name)
    }
  }

  @inline(never)
  private static func seldom(_ name: Name) -> OptionName? {
    switch name.count {
    case 2: name.reads("ns") ? .ns : nil
    case 3: name.reads("lng") ? .lng : nil
    case 4: name.reads("lngs") ? .lngs : name.reads("nest") ? .nest : .lang
    case 6: name.reads("counts") ? .counts : nil
    case 7: ofSeven(name)
    case 8: name.reads("_origLng") ? .originalLng : nil
    case 9: name.reads("namespace") ? .namespace : name.reads("variables") ? .variables : nil
    case 10: name.reads("joinArrays") ? .joinArrays : nil
    case 11: ofEleven(name)
    case 12...: long(name)
    default: nil
    }
  }

  private static func ofSeven(_ name: Name) -> OptionName? {
    if name.reads("ordinal") { return .ordinal }
    if name.reads("replace") { return .replace }
    return name.reads("sprintf") ? .sprintf : nil
  }

  private static func ofEleven(_ name: Name) -> OptionName? {
    if name.reads("fallbackLng") { return .fallbackLng }
    if name.reads("nsSeparator") { return .nsSeparator }
    if name.reads("nsseparator") { return .nsseparator }
    return name.reads("postProcess") ? .postProcess : nil
  }

  private static func long(_ name: Name) -> OptionName? {
    if name.begins("defaultValue") { return name.count == 12 ? .defaultValue : .defaultValueForm }
    if name.reads("keySeparator") { return .keySeparator }
    if name.reads("keyseparator") { return .keyseparator }
    if name.reads("formatParams") { return .formatParams }
    if name.reads("interpolation") { return .interpolation }
    if name.reads("returnObjects") { return .returnObjects }
    if name.reads("returnDetails") { return .returnDetails }
    if name.reads("skipInterpolation") { return .skipInterpolation }
    if name.reads("ignoreJSONStructure") { return .ignoreJSONStructure }
    if name.reads("applyPostProcessor") { return .applyPostProcessor }
    if name.reads("indefinite_article") { return .indefiniteArticle }
    if name.reads("returnObjectTrees") { return .returnObjectTrees }
    if name.reads("escapeInterpolation") { return .escapeInterpolation }
    if name.reads("interpolationPrefix") { return .interpolationPrefix }
    if name.reads("interpolationSuffix") { return .interpolationSuffix }
    return name.reads("isFallbackLookup") ? .isFallbackLookup : nil
  }
}
