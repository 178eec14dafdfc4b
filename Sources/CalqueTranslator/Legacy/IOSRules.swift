import CalqueBase
import CalqueJSON
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
  /// Takes how the keys are resolved, if somebody wants to know.
  let observer: UnsafeMutablePointer<Translation>?
  /// Where a call without a namespace looks.
  private let standardNS: Bytes

  /// Calls `body` with the rules of a call.
  static func with(
    _ call: Call, _ work: UnsafeMutablePointer<CallWork>,
    _ observer: UnsafeMutablePointer<Translation>? = nil, _ body: (IOSRules) -> Void
  ) {
    let snapshot = call.snapshot
    let standardNS = snapshot.options.defaultNS.first ?? ""
    standardNS.bytes.withUnsafeBufferPointer { standardNS in
      let rules = IOSRules(
        call: call, snapshot: snapshot, work: work, observer: observer, standardNS: standardNS)
      guard call.arguments.pointee.data == nil else { return body(rules) }
      rules.withVariables(of: call.arguments, inherited: nil) { body(rules) }
    }
  }

  /// Calls `body` with the variables of a call beside its options: the members of `variables`, and
  /// the count.
  ///
  /// - Parameter inherited: those of the call that a reference stands in; nil for a call, whose
  ///   arguments are variables too unless they are options.
  private func withVariables(
    of arguments: UnsafeMutablePointer<CallArguments>,
    inherited: UnsafeMutablePointer<CallArguments>?, _ body: () -> Void
  ) {
    let given = arguments.has(.variables) ? arguments.named("variables") : nil
    let others = inherited == nil ? arguments.all : UnsafeBufferPointer(start: nil, count: 0)
    withMembers(of: given) { own in
      let most = (own?.count ?? 0) + others.count + 1
      CallArguments.with(roomFor: most, work, outer: own == nil ? inherited : nil) { data in
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { digits in
          if let own { for argument in own { data.pointee.add(argument) } }
          if let count = Self.count(arguments.pointee.count) {
            var text = Output(digits.baseAddress, capacity: digits.count)
            text.append(decimal: Int64(clamping: count))
            data.pointee.add(Argument("count", .text, 0, Bytes(digits).part(0, text.length)))
          }
          for argument in others where !TranslatorFormat.isIOSOption(argument.name) {
            data.pointee.add(argument)
          }
          arguments.pointee.data = data
          defer { arguments.pointee.data = nil }
          body()
        }
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
    /// It is not that of a reference or a member.
    var isOutermost = false

    func with(key: Bytes) -> Request {
      var other = self
      other.key = key
      return other
    }
  }

  /// The result of a look-up.
  enum Found {
    case nothing
    /// A text, which is in the output.
    case text
    /// Anything else.
    case value(Value)
  }

  func answer(_ keys: UnsafeBufferPointer<Bytes>, _ output: inout Output) -> Answered {
    observer?.pointee.usedParams = call.arguments.pointee.data?.members ?? Members()
    let arguments = call.arguments
    guard arguments.has(.postProcess) || arguments.has(.sprintf) || core.pointee.hasPostProcessors
    else { return found(keys, &output) }
    var answered = Answered()
    let value = call.captured { output in
      answered = found(keys, &output)
      return answered.value
    }
    answered.value = processed(value, keys)
    return answered
  }

  private func found(
    _ keys: UnsafeBufferPointer<Bytes>, _ output: inout Output
  ) -> Answered {
    for key in keys {
      observer?.pointee.resolution.usedKey = Text(key)
      var request = request(key, call.arguments)
      request.isOutermost = true
      switch find(request, &output) {
      case .nothing: break
      case .text: return Answered()
      // A null that may be returned is "" at the top.
      case .value(let value): return Answered(value: value.isNull ? nil : value)
      }
    }
    if let last = keys.last { showMissing(last, &output) }
    return Answered(isMissing: !keys.isEmpty)
  }

  private func showMissing(_ key: Bytes, _ output: inout Output) {
    let request = request(key, call.arguments)
    let standard = call.arguments.value(.defaultValue, "defaultValue").flatMap {
      $0.isNull ? nil : ValueText.of($0)
    }
    if snapshot.options.saveMissing {
      let lang = request.lang.isEmpty ? nil : Text(request.lang)
      call.tellMissing(
        request.namespace, key, standard, lng: lang ?? snapshot.language,
        all: lang.map { snapshot.chain.hierarchy($0, fallback: nil) } ?? snapshot.languages
      ) { options }
    }
    var shown = standard ?? Text(key)
    if let parse = snapshot.host.parseMissingKey { shown = parse(Text(key), standard) ?? shown }
    scan(shown, request, &output)
  }

  func exists(_ key: Bytes, _ output: inout Output) -> Bool {
    if case .nothing = find(request(key, call.arguments), &output) { return false }
    return true
  }

  /// The value after sprintf and post processors.
  private func processed(_ value: Value, _ keys: UnsafeBufferPointer<Bytes>) -> Value {
    let arguments = call.arguments
    var names =
      snapshot.options.postProcess + (arguments.value(.postProcess, "postProcess")?.texts ?? [])
    if arguments.has(.sprintf), !names.contains("sprintf") { names.append("sprintf") }
    return PostProcessors(snapshot: snapshot, work: work).apply(
      names, to: value, keys: keys.map { Text($0) }, options: options
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
  /// - Parameter json: its options, if it has any.
  func withRequest(
    _ key: Bytes, _ json: Bytes, from outer: Request, _ body: (Request) -> Void
  ) {
    guard !json.isEmpty else {
      CallArguments.with(roomFor: 0, work) { request(key, $0, outer, body) }
      return
    }
    withMembers(of: json) { own in
      CallArguments.with(roomFor: own?.count ?? 0, work) { arguments in
        if let own { for argument in own { arguments.pointee.add(argument) } }
        request(key, arguments, outer, body)
      }
    }
  }

  /// Calls `body` with the members of an object; nil for anything else.
  private func withMembers(
    of argument: UnsafePointer<Argument>?, _ body: (UnsafeBufferPointer<Argument>?) -> Void
  ) {
    switch argument?.pointee.kind {
    case .json?: withMembers(of: argument?.pointee.bytes ?? .none, body)
    case .value?: withMembers(of: argument?.pointee.container, body)
    default: body(nil)
    }
  }

  private func withMembers(
    of value: Value?, _ body: (UnsafeBufferPointer<Argument>?) -> Void
  ) {
    let list = value?.object.map { ArgumentList($0) }
    withExtendedLifetime(list) { body(list?.all) }
  }

  /// As `withMembers`, for JSON text.
  private func withMembers(
    of json: Bytes, _ body: (UnsafeBufferPointer<Argument>?) -> Void
  ) {
    let isRead = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: json.count) { room in
      CallArguments.withRoom(for: Self.mostMembers) { place in
        var scan = JSONScan(json, room: room.baseAddress)
        var end = place
        let isRead = scan.members(most: Self.mostMembers) { name, item in
          end.initialize(to: Argument(name, item))
          end += 1
          return true
        }
        if isRead { body(UnsafeBufferPointer(start: place, count: end - place)) }
        return isRead
      }
    }
    if !isRead { withMembers(of: try? JSON.parse(json), body) }
  }

  /// Members of an object that are read where they stand.
  private static let mostMembers = 8

  @inline(never)
  private func request(
    _ key: Bytes, _ arguments: UnsafeMutablePointer<CallArguments>, _ outer: Request,
    _ body: (Request) -> Void
  ) {
    withVariables(of: arguments, inherited: outer.arguments.pointee.data) {
      body(request(key, arguments))
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
