package import CalqueBase
import CalqueCatalog
package import CalqueLocale
import CalqueTemplate

/// Translating.
extension Translator {
  /// Translates the first of the keys that is found.
  package func translate(_ keys: [Text], _ options: Members) -> Translation {
    published.read { snapshot in snapshot.translate(keys, options, on: snapshot.scope) }
  }

  /// Calls `body` with the chain of this moment.
  @inline(__always)
  package func withReader<Result>(_ body: (ChainReader) -> Result) -> Result {
    published.read { snapshot in body(snapshot.scope.reader) }
  }

  package func exists(_ keys: [Text], _ options: Members) -> Bool {
    published.read { snapshot in snapshot.exists(keys, options) }
  }

  /// How the keys are resolved, as `calque_translator_explain` describes.
  package func explain(_ keys: [Text], _ options: Members) -> Value {
    published.read { snapshot in snapshot.explain(keys, options) }
  }

  /// The fallback chain of a language, or of the current one.
  package func languages(for lng: Text?) -> [Text] {
    let snapshot = snapshot
    if let lng { return snapshot.chain.hierarchy(lng, fallback: nil) }
    // i18next lists a language that is resolved although it is not in the chain.
    guard let resolved = snapshot.resolvedLanguage, !snapshot.languages.contains(resolved) else {
      return snapshot.languages
    }
    return [resolved] + snapshot.languages
  }

  /// Direction of writing. No language at all is right to left, as in i18next.
  package func direction(of lng: Text?) -> TextDirection {
    let snapshot = snapshot
    guard let lng = lng ?? snapshot.resolvedLanguage ?? snapshot.languages.first else {
      return .rightToLeft
    }
    return TextDirection(of: lng)
  }
}

extension Snapshot {
  /// Translates with options that are a tree of values.
  func translate(_ keys: [Text], _ call: Members, on chain: Chain) -> Translation {
    var isDetailed =
      options.format.isModern && call["returnDetails"]?.isTruthy ?? options.returnDetails
    return ask(keys, options(of: call), on: chain.reader.core) { question, keys in
      var translation = question.translation(keys)
      // Only the outermost call: what is nested in it yields text.
      if isDetailed { translation.value = translation.details }
      isDetailed = false
      return translation
    }
  }

  /// A translation within a translation.
  func value(of key: Text, _ options: Members, on call: Call) -> Value? {
    ask([key], options, on: call.core) { question, keys in question.translation(keys).value }
  }

  /// In format ios what is no option means nothing here: variables are in `variables`.
  private func options(of call: Members) -> Members {
    guard options.format == .ios else { return call }
    return Members(
      zip(call.keys, call.values).filter { name, _ in
        name.bytes.withUnsafeBufferPointer { TranslatorFormat.isIOSOption(Name($0)) }
      })
  }

  /// Calls `body` with the call that options make; `hasDefaults` as for `Call.with`.
  private func ask<Result>(
    _ keys: [Text], _ options: Members, on core: UnsafePointer<ChainCore>,
    trace: [TracedCandidate]? = nil, hasDefaults: Bool = true,
    _ body: (Call, UnsafeBufferPointer<Bytes>) -> Result
  ) -> Result {
    let list = ArgumentList(options)
    // One block of memory for all keys.
    let bytes = Text.joined(keys, by: "")
    return withExtendedLifetime(list) {
      bytes.bytes.withUnsafeBufferPointer { bytes in
        var start = 0
        let parts = keys.map { key -> Bytes in
          start += key.count
          return bytes.part(start - key.count, start)
        }
        return parts.withUnsafeBufferPointer { keys in
          withWork(for: keys.first ?? .none, trace: trace) { work in
            Call.with(list.all, core, work, hasDefaults: hasDefaults) { body($0, keys) }
          }
        }
      }
    }
  }

  func exists(_ keys: [Text], _ call: Members) -> Bool {
    ask(keys, options(of: call), on: scope.reader.core, hasDefaults: false) { question, keys in
      guard options.format.isModern else { return question.olderExists(keys) }
      return question.settled { question in
        // A key exists when it has a value, even one that is not a translation.
        var match = question.resolve(keys)
        if !match.isFound { match = question.walk(keys) }
        guard match.node != nil else { return false }
        return call["returnObjects"] != .bool(false) || !(match.node?.isContainer ?? false)
      }
    }
  }

  func explain(_ keys: [Text], _ call: Members) -> Value {
    let (translation, work) = ask(keys, options(of: call), on: scope.reader.core, trace: []) {
      question, keys in
      (question.translation(keys), question.arguments.pointee.work?.pointee)
    }
    let resolution = translation.resolution
    var told = Members([
      ("key", keys.count == 1 ? .text(keys[0]) : .array(keys.map { .text($0) })),
      ("found", .bool(!translation.isMissing)),
      ("candidates", .array((work?.trace ?? []).map { $0.value })),
      ("usedKey", resolution.usedKey.map { .text($0) } ?? .null),
      ("exactUsedKey", resolution.exactUsedKey.map { .text($0) } ?? .null),
      ("usedLng", resolution.usedLng.map { .text($0) } ?? .null),
      ("usedNS", resolution.usedNS.map { .text($0) } ?? .null),
      ("languages", .array(languages.map { .text($0) })),
      ("namespaces", .array((options.defaultNS + options.fallbackNS).map { .text($0) })),
    ])
    if let reached = work?.reached, !reached.isEmpty {
      told["limits"] = .array(reached.names.map { .text($0) })
    }
    return .object(told)
  }
}

extension Call {
  /// Calls `body` with a second attempt on a chain.
  ///
  /// - Parameters:
  ///   - given: arguments whose texts are UTF-8.
  ///   - hasDefaults: variables for all calls are options in format v1.
  ///   - outer: what a reference takes over; nil for a call, which has what all calls have.
  static func with<Result>(
    _ given: UnsafeBufferPointer<Argument>, _ core: UnsafePointer<ChainCore>,
    _ work: UnsafeMutablePointer<CallWork>, hasDefaults: Bool = true,
    outer: UnsafeMutablePointer<CallArguments>? = nil, _ body: (Call) -> Result
  ) -> Result {
    let defaults =
      hasDefaults && core.pointee.order == .byLanguage ? core.pointee.variables.count : 0
    let count = given.count + core.pointee.fixed.count + defaults
    return CallArguments.with(roomFor: count, work, outer: outer) { arguments in
      if outer == nil {
        for argument in core.pointee.variables.prefix(defaults) { arguments.pointee.add(argument) }
        for argument in core.pointee.fixed { arguments.pointee.add(argument) }
      }
      for argument in given { arguments.pointee.add(argument) }
      // In format ios it is a variable.
      guard arguments.has(.replace), core.pointee.order != .byForm else {
        arguments.pointee.data = outer?.pointee.data
        return body(Call(core, arguments))
      }
      // Variables are looked up there.
      let call = Call(core, arguments)
      if let result = call.withReplace(work, { body(call) }) { return result }
      guard case .object(let replace)? = arguments.value(.replace, "replace") else {
        return body(call)
      }
      let list = ArgumentList(replace)
      return withExtendedLifetime(list) {
        CallArguments.with(roomFor: list.count, work) { data in
          for argument in list.all { data.pointee.add(argument) }
          arguments.pointee.data = data
          return body(call)
        }
      }
    }
  }

  /// The result of the call, with everything that observers want to know.
  func translation(_ keys: UnsafeBufferPointer<Bytes>) -> Translation {
    var translation = Translation(value: nil)
    translation.value = captured { output in
      let answered = withUnsafeMutablePointer(to: &translation) {
        answer(keys, observer: $0, into: &output)
      }
      translation.isMissing = answered.isMissing
      return answered.value
    }
    return translation
  }

  /// The second attempt, by the rules of the format.
  ///
  /// - Parameter observer: takes how the keys are resolved, if somebody wants to know.
  func answer(
    _ keys: UnsafeBufferPointer<Bytes>, observer: UnsafeMutablePointer<Translation>? = nil,
    into output: inout Output
  ) -> Answered {
    guard core.pointee.isModern else { return older(keys, observer, into: &output) }
    return answer(keys, nil, observer, into: &output)
  }

  private static let reserved: [Text] = [
    "defaultValue", "ordinal", "context", "replace", "lng", "lngs", "fallbackLng", "ns",
    "keySeparator", "nsSeparator", "returnObjects", "returnDetails", "joinArrays", "postProcess",
    "interpolation",
  ]

  /// Variables of the call, for `returnDetails`.
  var usedParams: Members {
    var params = snapshot.options.defaultVariables
    if case .object(let replace)? = arguments.value(.replace, "replace") {
      params.merge(replace)
      if let count = arguments.pointee.count?.pointee.value { params["count"] = count }
      return params
    }
    params.merge(arguments.members)
    for name in Self.reserved { params.remove(name) }
    return params
  }
}
