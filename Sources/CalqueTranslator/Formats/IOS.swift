import CalqueBase
import CalqueLocale
import CalqueTemplate

/// The rules of i18next-ios that are no rows of `FormatRules`.
///
/// Source: i18next-ios 1.0.1. Each form of a key (context, plural, bare) is looked for in all languages
/// and fallback namespaces before the next form. `docs/formats.md` lists the defects that it has and
/// Calque has not.
struct IOS {
  let call: Call
  let snapshot: Snapshot
  private let isObserved: Bool

  init(_ call: Call) {
    self.call = call
    snapshot = call.snapshot
    isObserved = call.evaluation.pointee.isObserved
  }

  var core: UnsafePointer<ChainCore> { call.core }
  var options: TranslatorOptions { call.options }
  var evaluation: UnsafeMutablePointer<Evaluation> { call.evaluation }

  /// A key with everything that chooses its form.
  struct Request {
    /// Options, with the variables as its data.
    let frame: UnsafePointer<Frame>
    var key: Bytes
    var namespace: Bytes
    /// Empty for the current one.
    var lang: Bytes
    /// Empty for none.
    var context: Bytes
    var count: UInt64?
    var isIndefinite: Bool
    /// It is not that of a reference or a member.
    var isOutermost = false

    func with(key: Bytes, in namespace: Bytes? = nil) -> Request {
      var other = self
      other.key = key
      other.namespace = namespace ?? self.namespace
      return other
    }
  }

  /// Answers for the first of the keys that is found.
  func answer(_ keys: UnsafeBufferPointer<Bytes>, _ output: inout Output) -> Answer {
    let frame = frame
    note { $0.usedParams = frame.pointee.data?.members ?? Members() }
    for key in keys {
      note { $0.resolution.usedKey = Text(key) }
      var request = request(key, frame)
      request.isOutermost = true
      guard let found = find(request) else { continue }
      // A null that may be returned is "" at the top.
      var shown = found
      if case .value(.null) = found { shown = .text(.none) }
      return call.put(processed(shown, keys), isMissing: false, &output)
    }
    let shown = keys.last.map { missing($0, frame) } ?? .none
    return call.put(processed(.text(shown), keys), isMissing: !keys.isEmpty, &output)
  }

  /// Notes what an observer of the call itself wants to know.
  func note(_ change: (inout Translation) -> Void) {
    if isObserved { evaluation.pointee.note(change) }
  }

  private func missing(_ key: Bytes, _ frame: UnsafePointer<Frame>) -> Bytes {
    let request = request(key, frame)
    let standard = frame.value(.defaultValue).flatMap { $0.isNull ? nil : ValueText.of($0) }
    if options.saveMissing {
      let lngs = snapshot.targets(request.lang.isEmpty ? nil : Text(request.lang))
      snapshot.tell(
        lngs, Text(request.namespace), Text(key), standard.map { .text($0) },
        shown: .text(standard ?? Text(key))
      ) { passed }
    }
    var shown = standard ?? Text(key)
    if let parse = call.host(snapshot.host.parseMissingKey) {
      shown = parse(Text(key), standard) ?? shown
    }
    return render(shown, request)
  }

  /// Whether any of the keys is found.
  func exists(_ keys: UnsafeBufferPointer<Bytes>) -> Bool {
    let frame = frame
    return keys.contains { find(request($0, frame)) != nil }
  }

  /// The result after sprintf and post-processors.
  private func processed(_ found: Captured, _ keys: UnsafeBufferPointer<Bytes>) -> Captured {
    let frame = call.frame
    guard frame.has(.postProcess) || frame.has(.sprintf) || core.pointee.hasPostProcessors else {
      return found
    }
    var names = options.postProcess + (frame.value(.postProcess)?.texts ?? [])
    if frame.has(.sprintf), !names.contains("sprintf") { names.append("sprintf") }
    return call.processed(names, found, Array(keys), passed)
  }

  /// The options of the call, for the host.
  private var passed: Members { TranslatorFormat.ios.callOptions(call.frame.members) }

  // MARK: Requests

  @inline(never)
  func request(_ key: Bytes, _ frame: UnsafePointer<Frame>) -> Request {
    Request(
      frame: frame, key: key, namespace: frame.text(.namespace) ?? core.pointee.standardNS,
      lang: frame.text(.lang) ?? .none,
      context: frame.pointee.context?.pointee.filledText ?? .none,
      count: Self.count(frame.pointee.count),
      isIndefinite: frame.isTruthy(.indefiniteArticle))
  }

  /// The request of a reference, which takes over the variables and nothing else.
  ///
  /// - Parameter json: its options, if it has any.
  func request(_ key: Bytes, _ json: Bytes, from outer: Request) -> Request {
    let inherited = outer.frame.pointee.data
    let own = json.isEmpty ? nil : call.frame(ofJSON: json)
    let frame = own ?? call.frame(roomFor: 0)
    frame.pointee.data = own == nil ? inherited : variables(of: UnsafePointer(frame), inherited)
    return request(key, UnsafePointer(frame))
  }

  /// The arguments of the call, with its variables beside them.
  private var frame: UnsafePointer<Frame> {
    let whole = call.frame(roomFor: 0, outer: call.frame)
    whole.pointee.data = variables(of: call.frame, nil)
    return UnsafePointer(whole)
  }

  /// The variables of a frame: the members of `variables`, and the count.
  ///
  /// - Parameter inherited: those of the call that a reference stands in; nil for a call, whose
  ///   arguments are variables too unless they are options.
  private func variables(
    of frame: UnsafePointer<Frame>, _ inherited: UnsafePointer<Frame>?
  ) -> UnsafePointer<Frame> {
    let hasOptions = frame.pointee.options != 0 || frame.hasForms || frame.pointee.outer != nil
    if !hasOptions, inherited == nil { return frame }
    let given = frame.has(.variables) ? frame.named(.variables) : nil
    let own = given.flatMap { call.frame(of: $0.pointee)?.pointee.all }
    let others = inherited == nil ? frame.all : .none
    let data = call.frame(
      roomFor: (own?.count ?? 0) + others.count + 1, outer: own == nil ? inherited : nil)
    for argument in own ?? .none { data.pointee.add(argument) }
    if let count = Self.count(frame.pointee.count) {
      let digits = evaluation.pointee.copy(Decimal.text(of: Int64(clamping: count)))
      data.pointee.add(Argument("count", .text, 0, digits))
    }
    for argument in others where !TranslatorFormat.isIOSOption(argument.name) {
      data.pointee.add(argument)
    }
    return UnsafePointer(data)
  }

  /// Counts are unsigned integers: fractions are cut off, negative ones count by their magnitude.
  private static func count(_ argument: UnsafePointer<Argument>?) -> UInt64? {
    guard let argument else { return nil }
    switch argument.pointee.kind {
    case .int: return argument.pointee.integer.magnitude
    case .text: return PluralOperands(decimal: argument.pointee.bytes)?.i
    case .bool: return argument.pointee.integer != 0 ? 1 : 0
    default: return argument.pointee.value?.number.flatMap { $0.magnitude.truncated.unsigned }
    }
  }
}
