package import CalqueBase
import CalqueCatalog
package import CalqueLocale
import CalqueTemplate

/// Translating with options that are a tree of values.
extension Translator {
  /// Translates the first of the keys that is found.
  package func translate(_ keys: [Text], _ options: Members) -> Translation {
    withReader { $0.translate(keys, options) }
  }

  /// Calls `body` with the chain of this moment.
  @inline(__always)
  package func withReader<Result>(_ body: (ChainReader) -> Result) -> Result {
    published.read { snapshot in body(snapshot.scope.reader) }
  }

  package func exists(_ keys: [Text], _ options: Members) -> Bool {
    withReader { reader in
      reader.evaluate(keys, options) { call, keys in
        if let code = call.options.code { return code.exists(call, keys) }
        let call = Call(call.selectedChain(), call.frame)
        // A key exists when it has a value, even one that is not a translation.
        var match = call.lookUp(keys)
        if !match.isFound { match = call.walk(keys) }
        guard let node = match.node else { return false }
        // i18next takes null for an object here.
        return options["returnObjects"] != .bool(false) || !(node.isContainer || node.isNull)
      }
    }
  }

  /// How the keys are resolved, as `calque_translator_explain` describes.
  package func explain(_ keys: [Text], _ options: Members) -> Value {
    withReader { reader in
      reader.evaluate(keys, options) { call, bytes in
        call.explanation(keys, call.translation(bytes, candidates: true))
      }
    }
  }

  /// The fallback chain of a language, or of the current one.
  package func languages(for lng: Text?) -> [Text] {
    let snapshot = snapshot
    if let lng { return snapshot.options.hierarchy(lng) }
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

extension ChainReader {
  /// Translates the first of the keys that is found.
  func translate(_ keys: [Text], _ options: Members) -> Translation {
    evaluate(keys, options) { call, keys in call.translation(keys) }
  }

  /// Calls `body` with a call of a tree of options.
  fileprivate func evaluate<Found>(
    _ keys: [Text], _ options: Members, _ body: (Call, UnsafeBufferPointer<Bytes>) -> Found
  ) -> Found {
    withEvaluation { evaluation in
      var frame = Frame.of(options, evaluation, self)
      let bytes = keys.map { evaluation.arena.pointee.copy($0) }
      let found = bytes.withUnsafeBufferPointer { keys in
        withUnsafeMutablePointer(to: &frame) { body(Call(self, $0), keys) }
      }
      _ = end(&frame, for: bytes.first ?? .none)
      return found
    }
  }

  /// Calls `body` with the evaluation of a call, made in a block that is never empty.
  @inline(__always)
  package func withEvaluation<Found>(
    mayCallHost: Bool = true, _ body: (UnsafeMutablePointer<Evaluation>) -> Found
  ) -> Found {
    withUnsafeTemporaryAllocation(byteCount: Evaluation.stackBytes, alignment: 16) { block in
      // A block of a fixed size, which is not 0.
      var evaluation = Evaluation(
        block.baseAddress.unsafelyUnwrapped, Evaluation.stackBytes, self, mayCallHost: mayCallHost)
      return withUnsafeMutablePointer(to: &evaluation, body)
    }
  }

  /// The result of keys, with everything that observers want to know.
  package func translation(
    _ keys: UnsafeBufferPointer<Bytes>, _ frame: inout Frame
  ) -> Translation {
    withUnsafeMutablePointer(to: &frame) { Call(self, $0).translation(keys) }
  }
}

extension Call {
  /// - Parameter candidates: whether they are noted.
  func translation(_ keys: UnsafeBufferPointer<Bytes>, candidates: Bool = false) -> Translation {
    let isDetailed = isDetailed
    evaluation.pointee.observe(candidates: candidates)
    var answer = Answer.text
    let made = captured {
      answer = answerInFull(keys, &$0)
      return answer
    }
    var translation = evaluation.pointee.observed
    (translation.value, translation.isMissing) = (made.value, answer.contains(.missing))
    if isDetailed { translation.value = translation.details }
    return translation
  }

  /// Whether details are wanted instead of a text.
  @inline(never)
  var isDetailed: Bool {
    guard core.pointee.isModern else { return false }
    return frame.has(.returnDetails)
      ? frame.isTruthy(.returnDetails) : core.pointee.options.returnDetails
  }
}
