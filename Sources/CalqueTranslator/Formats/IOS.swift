import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

/// The rules of i18next-ios that are more than a value.
///
/// Source: i18next-ios 1.0.1. Each form of a key (context, plural, bare) is looked for in all languages
/// and fallback namespaces before the next form. `docs/formats.md` lists the defects that it has and
/// Calque has not.
struct IOS {
  /// A call, or that of a reference or an object. Its frame has options, and the variables as its data.
  let call: Call
  /// The facts that an observer of the call wants; nil without one, and in references and objects.
  let resolution: Resolution?

  var core: UnsafePointer<ChainCore> { call.core }
  var snapshot: Snapshot { call.snapshot }
  var options: TranslatorOptions { call.options }
  var evaluation: UnsafeMutablePointer<Evaluation> { call.evaluation }
}

extension IOS {
  init(_ call: Call) {
    self.call = call
    UnsafeMutablePointer(mutating: call.frame).pointee.data = call.variables(besides: nil)
    let evaluation = call.evaluation
    resolution = evaluation.pointee.isObserved ? evaluation.pointee.observed.resolution : nil
  }

  /// The call of a reference, which takes over the variables and nothing else.
  ///
  /// - Parameter json: its options, if it has any.
  func reference(_ json: Bytes) -> IOS {
    // Inside another without options, one without has the same frame.
    if json.isEmpty, !call.hasOptions { return IOS(call: call, resolution: nil) }
    let given = json.isEmpty ? nil : call.frame(of: Argument("", .json, 0, json))
    let frame = given ?? call.frame(roomFor: 0)
    let inner = Call(core, frame)
    frame.pointee.data = inner.variables(besides: call.frame.pointee.data)
    return IOS(call: inner, resolution: nil)
  }

  /// The language that is asked for; empty for the current one.
  var lang: Bytes { call.frame.text(.lang) ?? .none }
  var namespace: Bytes { call.frame.text(.namespace) ?? core.pointee.standardNS }

  /// Answers for the first of the keys that is found. The record of a key that is alone may be known.
  func answer(_ keys: FormatCode.Keys, _ known: CatalogRecord?, _ output: inout Output) -> Answer {
    if resolution != nil {
      evaluation.pointee.note { $0.usedParams = call.frame.pointee.data?.members() ?? Members() }
    }
    var found = known.flatMap { rendered($0, $0.keyBytes, core) }
    for key in keys where found == nil {
      resolution?.usedKey = Text(key)
      found = find(key)
    }
    var shown = found ?? .text(missing(keys[keys.count - 1]))
    // A null that may be returned is "" at the top.
    if case .value(.null) = shown { shown = .text(.none) }
    return call.put(processed(shown, keys), isMissing: found == nil, &output)
  }

  private func missing(_ key: Bytes) -> Bytes {
    let isNull = call.frame.named(.defaultValue)?.pointee.kind == .null
    let standard = isNull ? nil : call.standard
    var shown = standard ?? key
    call.tell(missing: key, lng: lang, namespace, standard, shown: shown) { passed }
    if let parse = call.host(snapshot.host.parseMissingKey),
      let parsed = parse(Text(key), standard.map { Text($0) })
    {
      shown = call.arena.pointee.copy(parsed)
    }
    return render(shown)
  }

  /// The result after sprintf and post-processors.
  private func processed(_ found: Captured, _ keys: UnsafeBufferPointer<Bytes>) -> Captured {
    guard call.isProcessed || call.frame.has(.sprintf) else { return found }
    var names = options.postProcess + (call.frame.value(.postProcess)?.texts ?? [])
    if call.frame.has(.sprintf), !names.contains("sprintf") { names.append("sprintf") }
    return call.processed(found, names, keys.map { Text($0) }, passed)
  }

  /// The options of the call, for the host.
  private var passed: Members { TranslatorFormat.ios.callOptions(call.frame.members()) }
}

extension Call {
  /// The variables of a call: the members of `variables`, and the count.
  ///
  /// - Parameter inherited: those of the call that a reference stands in; nil for a call, whose
  ///   arguments are variables too unless they are options.
  fileprivate func variables(besides inherited: UnsafePointer<Frame>?) -> UnsafePointer<Frame> {
    guard hasOptions else { return inherited ?? frame }
    let own = frame.named(.variables).flatMap { self.frame(of: $0.pointee)?.pointee.all }
    let others = inherited == nil ? frame.all : .none
    let data = self.frame(
      roomFor: (own?.count ?? 0) + others.count + 1, outer: own == nil ? inherited : nil)
    data.add(own ?? .none)
    if let count = unsignedCount {
      var digits = Output(in: arena, expecting: 32)
      digits.append(decimal: Int64(clamping: count))
      data.pointee.add(Argument("count", .text, 0, digits.bytes))
    }
    for argument in others where !OptionName.isOne(argument.name, of: OptionName.iosOptions) {
      data.pointee.add(argument)
    }
    return UnsafePointer(data)
  }

  fileprivate var hasOptions: Bool {
    frame.pointee.options != 0 || frame.hasForms || frame.pointee.outer != nil
  }

  /// Counts are unsigned integers: fractions are cut off, negative ones count by their magnitude.
  var unsignedCount: UInt64? {
    guard let count = frame.pointee.count else { return nil }
    switch count.pointee.kind {
    case .int: return count.pointee.integer.magnitude
    case .text: return PluralOperands(decimal: count.pointee.bytes)?.i
    case .bool: return count.pointee.integer != 0 ? 1 : 0
    default: return count.pointee.value?.number.flatMap { $0.magnitude.truncated.unsigned }
    }
  }
}
