import CCalque
import CalqueBase
import CalqueJSON
import CalqueTexts

// include/calque/texts.h: texts at hand, and the latest

extension TextAnswer {
  /// The results of calls about the latest text.
  fileprivate var status: calque_status {
    guard local != nil else { return failure?.code.rawValue ?? CALQUE_NOT_FOUND }
    return failure == nil ? CALQUE_OK : CALQUE_PARTIAL
  }

  fileprivate var info: calque_text_info {
    calque_text_info(
      version: (local?.version ?? .zero).c, place: local?.place.rawValue ?? 0,
      reason: failure?.code.rawValue ?? CALQUE_OK)
  }

  /// The result of a request as JSON; nil without a text.
  fileprivate var result: Text? {
    local.map { local in
      JSON.text(
        of: .object([
          "text": .text(local.text), "version": .text(local.version.text),
          "place": .text(local.place.name),
        ]))
    }
  }
}

extension CFunction {
  static func calque_texts_get(
    _ texts: Texts, _ identifier: Text, _ text: UnsafeMutablePointer<calque_string>?,
    _ info: UnsafeMutablePointer<calque_text_info>?
  ) throws(Diagnostic) -> calque_status {
    let local = texts.text(for: identifier)
    info?.pointee = TextAnswer(local: local, failure: nil).info
    guard let local else { return CALQUE_NOT_FOUND }
    try Reply.give(local.text, to: text)
    return CALQUE_OK
  }

  static func calque_texts_await(
    _ texts: Texts, _ identifier: Text, _ timeout: UInt32,
    _ text: UnsafeMutablePointer<calque_string>?, _ info: UnsafeMutablePointer<calque_text_info>?
  ) throws(Diagnostic) -> calque_status {
    let answer = texts.awaitLatest(for: identifier, timeout: Input.timeout(timeout))
    guard let local = answer.local else {
      throw answer.failure ?? Diagnostic(.loadFailed, "there is no text")
    }
    try Reply.give(local.text, to: text)
    info?.pointee = answer.info
    return answer.status
  }

  static func calque_texts_request(
    _ texts: Texts, _ identifier: Text, _ flags: UInt32, _ timeout: UInt32,
    _ completion: calque_completion, _ context: HostContext
  ) throws(Diagnostic) -> UInt64 {
    guard flags & ~UInt32(CALQUE_TEXTS_REFETCH) == 0 else {
      throw Diagnostic(.invalidArgument, "flags has unknown bits")
    }
    context.own()
    let told: @Sendable (TextAnswer) -> Void = { answer in
      context.complete(completion, answer.status, answer.result, answer.failure)
    }
    let timeout = Input.timeout(timeout)
    return flags == 0
      ? texts.latest(for: identifier, timeout: timeout, completion: told)
      : texts.refetch(identifier, timeout: timeout, completion: told)
  }

  static func calque_texts_cancel(_ texts: Texts, _ request: UInt64) -> Bool {
    texts.cancel(request)
  }
}

extension Input {
  /// Milliseconds, of which 0 stands for a default.
  fileprivate static func timeout(_ milliseconds: UInt32) -> Int? {
    milliseconds == 0 ? nil : Int(milliseconds)
  }
}
