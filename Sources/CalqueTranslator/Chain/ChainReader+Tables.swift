package import CalqueBase
package import CalqueCatalog
package import CalqueLocale
import CalqueTemplate

/// The chains of languages and the records of keys that the rows of a table share.
extension ChainReader {
  /// The chain of a language that rows choose by `lng`; nil for one that is for each call to choose.
  package func chain(lng: Bytes) -> Chain? {
    let text = Text(lng)
    guard pointee.isModern, !text.isCIMode else { return nil }
    let own = pointee.chain.takeUnretainedValue()
    if pointee.hasList { return own }
    return own.others.chain(lng, .none, isList: false) { own.derived(lng: text, own: nil) }.chain
  }

  /// Answers for a key on this chain, whatever the options choose.
  package func answerHere(
    _ key: Bytes, _ frame: UnsafeMutablePointer<Frame>, into output: inout Output
  ) -> Answer {
    Call(self, frame).answerHere(key.baseAddress ?? Argument.nowhere, key.count, &output)
  }

  /// The record that answers for a key and its count in each call whose only other options are `lng` and
  /// variables; nil where more than that decides, and for a text whose replacing a limit could stop.
  ///
  /// The record is of the first catalog, whose plural rule has chosen it.
  package func record(
    _ key: Bytes, _ frame: UnsafeMutablePointer<Frame>
  ) -> CatalogRecord? {
    let start = key.baseAddress ?? Argument.nowhere
    let limits = pointee.limits
    guard pointee.isDirect, pointee.isModern, !pointee.hasChanges, key.count > 0,
      pointee.layerCount > 0, !mayBeSplit(start, key.count),
      let record = Call(self, frame).find(start, key.count, KeyHash(start, key.count).mark),
      pointee.layers.pointee.holds(record.key) != nil,
      record.textLength <= min(limits.maxOutput, limits.maxSteps)
    else { return nil }
    if record.kind == NodeKind.plain.rawValue { return record.textLength > 0 ? record : nil }
    let isProgram = record.kind == NodeKind.program.rawValue
    return isProgram && !pointee.asksHost && !pointee.asksForFormat ? record : nil
  }

  /// The plural rule of the first language.
  package var cardinal: PluralRule? {
    pointee.layerCount > 0 ? plurals(of: pointee.layers).pointee.cardinal : nil
  }
}

extension UnsafePointer where Pointee == Frame {
  /// The option `keyPrefix`, if it is a text.
  package var keyPrefix: Text? { value(.keyPrefix)?.text }
}

extension OptionName {
  /// Whether rows of tables may have this option and be alike.
  package var isForTables: Bool { self == .count || self == .context || self == .lng }
}
