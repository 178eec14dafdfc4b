public import CCalque
import CalqueBase
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

  /// Calls a handler with this answer.
  fileprivate func tell(_ handler: calque_text_handler, _ userData: UnsafeMutableRawPointer?) {
    let text = local.map { CText($0.text) }
    let message = CText(failure?.message ?? "")
    withExtendedLifetime((text, message)) {
      var result = calque_text_result(
        struct_size: MemoryLayout<calque_text_result>.size, status: status, reserved: 0,
        text: text.lent, info: info, message: message.lent)
      handler(userData, &result)
    }
  }
}

@c @implementation
public func calque_texts_get(
  _ texts: OpaquePointer?, _ identifier: UnsafePointer<CChar>?, _ identifier_length: Int,
  _ text: UnsafeMutablePointer<calque_string>?, _ info: UnsafeMutablePointer<calque_text_info>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  info?.pointee = calque_text_info()
  return Reply.string(text, error) { () throws(Diagnostic) in
    let identifier = try Input.text(identifier, identifier_length, "identifier")
    let local = try Input.object(texts, Texts.self, "texts").text(for: identifier)
    info?.pointee = TextAnswer(local: local, failure: nil).info
    return local?.text
  }
}

@c @implementation
public func calque_texts_await(
  _ texts: OpaquePointer?, _ identifier: UnsafePointer<CChar>?, _ identifier_length: Int,
  _ timeout: UInt32, _ text: UnsafeMutablePointer<calque_string>?,
  _ info: UnsafeMutablePointer<calque_text_info>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  info?.pointee = calque_text_info()
  Reply.clear(text)
  return Outcome.of(error) { () throws(Diagnostic) in
    let identifier = try Input.text(identifier, identifier_length, "identifier")
    let texts = try Input.object(texts, Texts.self, "texts")
    let answer = texts.awaitLatest(for: identifier, timeout: Input.timeout(timeout))
    guard let local = answer.local else {
      throw answer.failure ?? Diagnostic(.loadFailed, "there is no text")
    }
    try Reply.give(local.text, to: text)
    info?.pointee = answer.info
    return answer.status
  }
}

extension CFunction {
  static func calque_texts_request(
    _ texts: Texts, _ identifier: Text, _ timeout: UInt32, _ handler: calque_text_handler,
    _ context: HostContext
  ) -> UInt64 {
    context.own()
    return texts.latest(for: identifier, timeout: Input.timeout(timeout)) { answer in
      answer.tell(handler, context.userData)
    }
  }

  static func calque_texts_refetch(
    _ texts: Texts, _ identifier: Text, _ timeout: UInt32, _ handler: calque_text_handler,
    _ context: HostContext
  ) -> UInt64 {
    context.own()
    return texts.refetch(identifier, timeout: Input.timeout(timeout)) { answer in
      answer.tell(handler, context.userData)
    }
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
