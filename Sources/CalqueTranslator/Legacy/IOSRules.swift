import CalqueBase
import CalqueLocale
import CalqueTemplate

/// The rules of i18next-ios.
///
/// Source: i18next-ios 1.0.1. Each form of a key (context, plural, bare) is looked for in all
/// languages and fallback namespaces before the next form. Its known defects are mended:
/// `docs/formats.md` lists them.
struct IOSRules {
  let call: Call
  let snapshot: Snapshot
  let work: UnsafeMutablePointer<CallWork>
  /// Where a call without a namespace looks.
  private let standardNS: Bytes

  /// Calls `body` with the rules of a call.
  static func with<Result>(
    _ call: Call, _ work: UnsafeMutablePointer<CallWork>, _ body: (IOSRules) -> Result
  ) -> Result {
    let snapshot = call.snapshot
    let standardNS = snapshot.options.defaultNS.first ?? ""
    return standardNS.bytes.withUnsafeBufferPointer { standardNS in
      let rules = IOSRules(
        call: call, snapshot: snapshot, work: work, standardNS: standardNS)
      guard call.arguments.pointee.data == nil else { return body(rules) }
      return rules.withVariables(of: call.arguments, inherited: nil) { body(rules) }
    }
  }

  /// Calls `body` with the variables of a call beside its options: the members of `variables`, and
  /// the count.
  ///
  /// - Parameter inherited: those of the call that a reference stands in; nil for a call, whose
  ///   arguments are variables too unless they are options.
  private func withVariables<Result>(
    of arguments: UnsafeMutablePointer<CallArguments>,
    inherited: UnsafeMutablePointer<CallArguments>?, _ body: () -> Result
  ) -> Result {
    var own = arguments.value(.variables, "variables")?.object
    let outer = own == nil ? inherited : nil
    if let count = Self.count(arguments.pointee.count) {
      own = (own ?? Members()).merging(
        Members([("count", .text(Decimal.text(of: Int64(clamping: count))))]))
    }
    let list = ArgumentList(own ?? Members())
    return withExtendedLifetime(list) {
      CallArguments.with(roomFor: list.count + arguments.all.count, work, outer: outer) { data in
        for argument in list.all { data.pointee.add(argument) }
        if inherited == nil {
          for argument in arguments.all where !TranslatorFormat.isIOSOption(argument.name) {
            data.pointee.add(argument)
          }
        }
        arguments.pointee.data = data
        defer { arguments.pointee.data = nil }
        return body()
      }
    }
  }

  /// A key with everything that chooses its form.
  struct Request {
    /// With the variables as `data`.
    let arguments: UnsafeMutablePointer<CallArguments>
    var key: Bytes
    var namespace: Bytes
    /// Empty for the current one.
    var lang: Bytes
    /// Empty for none.
    var context: Bytes
    var count: UInt64?
    var isIndefinite: Bool

    func with(key: Bytes) -> Request {
      var other = self
      other.key = key
      return other
    }
  }

  func translate(_ keys: UnsafeBufferPointer<Bytes>, _ isObserved: Bool) -> Translation {
    guard let last = keys.last else { return Translation(value: .text("")) }
    var translation = Translation(value: nil)
    if isObserved { translation.usedParams = call.arguments.pointee.data?.members ?? Members() }
    for key in keys {
      translation.resolution.usedKey = Text(key)
      if let found = find(request(key, call.arguments), &translation.resolution) {
        translation.value = finish(found, keys)
        return translation
      }
    }
    let request = request(last, call.arguments)
    let standard = call.arguments.value(.defaultValue, "defaultValue").flatMap {
      $0.isNull ? nil : ValueText.of($0)
    }
    let lang = request.lang.isEmpty ? nil : Text(request.lang)
    call.tellMissing(
      request.namespace, Text(last), standard, lng: lang ?? snapshot.language,
      all: lang.map { snapshot.chain.hierarchy($0, fallback: nil) } ?? snapshot.languages
    ) { options }
    var shown = standard ?? Text(last)
    if let parse = snapshot.host.parseMissingKey { shown = parse(Text(last), standard) ?? shown }
    translation.value = finish(.text(scan(shown, request)), keys)
    translation.isMissing = true
    return translation
  }

  func exists(_ key: Bytes) -> Bool {
    var resolution = Resolution()
    return find(request(key, call.arguments), &resolution) != nil
  }

  /// sprintf and post processors; a null that may be returned is "" at the top.
  private func finish(_ value: Value, _ keys: UnsafeBufferPointer<Bytes>) -> Value {
    let shown = value.isNull ? .text("") : value
    let arguments = call.arguments
    let hasOwn = arguments.has(.postProcess) || arguments.has(.sprintf)
    guard hasOwn || core.pointee.hasPostProcessors else { return shown }
    var names =
      snapshot.options.postProcess + (arguments.value(.postProcess, "postProcess")?.texts ?? [])
    if arguments.has(.sprintf), !names.contains("sprintf") { names.append("sprintf") }
    return PostProcessors(snapshot: snapshot, work: work).apply(
      names, to: shown, keys: keys.map { Text($0) }, options: options
    ) {
      key, options in snapshot.translate([key], options, on: snapshot.scope).value
    }
  }

  var core: UnsafePointer<ChainCore> { call.core }

  /// The options of the call, for the host.
  private var options: Members { TranslatorFormat.ios.callOptions(call.arguments.members) }

  // MARK: Requests

  private func request(
    _ key: Bytes, _ arguments: UnsafeMutablePointer<CallArguments>
  ) -> Request {
    Request(
      arguments: arguments, key: key,
      namespace: arguments.text(.namespace, "namespace") ?? standardNS,
      lang: arguments.text(.lang, "lang") ?? .none,
      context: arguments.pointee.context?.pointee.filledText ?? .none,
      count: Self.count(arguments.pointee.count),
      isIndefinite: arguments.isTruthy(.indefiniteArticle, "indefinite_article"))
  }

  /// Calls `body` with the request of a reference, which takes over the variables and nothing else.
  ///
  /// - Parameter own: its options.
  func withRequest<Result>(
    _ key: Bytes, _ own: ArgumentList?, from outer: Request, _ body: (Request) -> Result
  ) -> Result {
    CallArguments.with(roomFor: own?.count ?? 0, work) { arguments in
      if let own { for argument in own.all { arguments.pointee.add(argument) } }
      return withVariables(of: arguments, inherited: outer.arguments.pointee.data) {
        body(request(key, arguments))
      }
    }
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
