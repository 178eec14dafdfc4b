import CCalque
import CalqueBase
import CalqueJSON
import CalqueTemplate
import CalqueTranslator

/// Calls whose options are a JSON object.
extension CallDoor {
  /// - Throws: for keys and options that are wrong.
  static func give(
    _ scope: ChainReader, _ keys: UnsafePointer<CChar>?, _ keysLength: Int,
    _ options: UnsafePointer<CChar>?, _ optionsLength: Int, _ form: calque_result_form,
    _ out: UnsafeMutablePointer<calque_string>?
  ) throws(Diagnostic) -> calque_status {
    let key = try Input.checked(keys, keysLength, "keys")
    let list = key.first == 0x5B ? try Input.list(keys, keysLength, "keys") : nil
    let json = try Bytes.borrowed(options, optionsLength) ?? .none
    guard let out else { throw Input.missing("the output string") }
    if options == nil, form == CALQUE_RESULT_TEXT, !key.isEmpty, let text = scope.text(of: key) {
      hand(text, to: out)
      return CALQUE_OK
    }
    let result = withUnsafeTemporaryAllocation(of: Argument.self, capacity: Frame.usualCount) {
      room -> Result<calque_status, Diagnostic> in
      scope.withEvaluation { evaluation in
        // Memory for a fixed number of arguments, which is not 0.
        let storage = room.baseAddress.unsafelyUnwrapped
        var frame = Frame(evaluation, scope, storage)
        do throws(Diagnostic) {
          if options != nil, !frame.read(json, scope) {
            let members = try Input.members(options, optionsLength, "options")
            frame = Frame.of(members, evaluation, scope)
          }
          return .success(give(scope, key, list, &frame, form, out))
        } catch {
          evaluation.pointee.end()
          return .failure(error)
        }
      }
    }
    return try result.get()
  }

  /// - Parameters:
  ///   - key: as given.
  ///   - list: the keys, if they are a list.
  private static func give(
    _ scope: ChainReader, _ key: Bytes, _ list: [Text]?, _ frame: inout Frame,
    _ form: calque_result_form, _ out: UnsafeMutablePointer<calque_string>
  ) -> calque_status {
    guard let list else {
      return withUnsafePointer(to: key) {
        give(scope, UnsafeBufferPointer(start: $0, count: 1), &frame, form, out)
      }
    }
    let keys = list.map { frame.evaluation.pointee.arena.copy($0) }
    return keys.withUnsafeBufferPointer { give(scope, $0, &frame, form, out) }
  }

  private static func give(
    _ scope: ChainReader, _ keys: UnsafeBufferPointer<Bytes>, _ frame: inout Frame,
    _ form: calque_result_form, _ out: UnsafeMutablePointer<calque_string>
  ) -> calque_status {
    let isMissing: Bool
    if form == CALQUE_RESULT_TEXT, keys.count == 1, !scope.isDetailed(&frame) {
      var output = frame.evaluation.pointee.output
      let answer = scope.answer(keys[0], &frame, into: &output)
      if answer.contains(.value) { Translation.put(frame.evaluation.pointee.value, &output) }
      hand(output.bytes, to: out)
      isMissing = answer.contains(.missing)
    } else {
      let translation = scope.translation(keys, &frame)
      let text =
        switch form {
        case CALQUE_RESULT_TEXT: translation.text
        case CALQUE_RESULT_JSON: JSON.text(of: translation.value ?? .null)
        default: JSON.text(of: translation.details)
        }
      text.bytes.withUnsafeBufferPointer { hand($0, to: out) }
      isMissing = translation.isMissing
    }
    _ = scope.end(&frame, for: keys.first ?? .none)
    return isMissing ? CALQUE_MISSING_KEY : CALQUE_OK
  }

  private static func hand(_ text: Bytes, to out: UnsafeMutablePointer<calque_string>) {
    out.pointee = calque_string(data: CText.copy(text), length: text.count)
  }
}
