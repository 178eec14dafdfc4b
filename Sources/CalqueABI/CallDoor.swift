import CCalque
import CPlatform
import CalqueBase
import CalqueCatalog
import CalqueTemplate
import CalqueTranslator

/// A call with arguments as it comes in.
struct GivenCall {
  let key: UnsafePointer<CChar>?
  let keyLength: Int
  let args: UnsafePointer<calque_arg>?
  let count: Int
}

/// Calls at the boundary: arguments are read into a frame, and the text goes into the caller's buffer.
///
/// Each function returns nil for arguments that are wrong, and for a call that must not call the host and
/// would have to; `failure` tells what is wrong.
enum CallDoor {
  // MARK: Without arguments

  @inline(__always)
  static func translate(
    _ scope: ChainReader, _ key: UnsafePointer<CChar>?, _ keyLength: Int, _ buffer: TextBuffer,
    mayCallHost: Bool = true
  ) -> calque_status? {
    guard let bytes = bytes(key, keyLength), let start = bytes.baseAddress else { return nil }
    switch scope.find(start, bytes.count) {
    case .plain(let record): return give(record, buffer)
    case .missing: return give(missing: bytes, buffer)
    case .program(let record):
      return translate(scope, record, bytes, buffer, mayCallHost)
    case .other:
      if let record = scope.find(qualified: start, bytes.count) { return give(record, buffer) }
      return translate(scope, nil, bytes, buffer, mayCallHost)
    }
  }

  /// As `translate`, for less frequent callers.
  @inline(never)
  static func translateOutOfLine(
    _ scope: ChainReader, _ key: UnsafePointer<CChar>?, _ keyLength: Int, _ buffer: TextBuffer,
    mayCallHost: Bool = true
  ) -> calque_status? { translate(scope, key, keyLength, buffer, mayCallHost: mayCallHost) }

  /// Translates a call whose result is more than a plain text or the key.
  ///
  /// - Parameter program: the text if it was found and is to be filled in.
  @inline(never)
  private static func translate(
    _ scope: ChainReader, _ program: CatalogRecord?, _ key: Bytes, _ buffer: TextBuffer,
    _ mayCallHost: Bool
  ) -> calque_status? {
    guard let text = buffer.start, buffer.capacity > 0 else {
      return withoutRoom(buffer) { translate(scope, program, key, $0, mayCallHost) }
    }
    return scope.withEvaluation(mayCallHost: mayCallHost) { evaluation in
      var frame = Frame(evaluation, scope)
      var output = Output(writable: text, capacity: buffer.capacity)
      if scope.isDetailed(&frame) {
        return detail(scope, key, &frame, &output, buffer)
      }
      let answer =
        if let program {
          scope.run(program, &frame, into: &output)
        } else {
          scope.answer(key, &frame, into: &output)
        }
      return close(scope, key, answer, &frame, &output, buffer)
    }
  }

  /// Puts out a plain text.
  @inline(__always)
  static func give(_ record: CatalogRecord, _ buffer: TextBuffer) -> calque_status? {
    if let text = buffer.start, buffer.capacity > Output.wide,
      Output.write(padded: record.text, record.textLength, toWide: text)
    {
      buffer.length?.pointee = record.textLength
      return CALQUE_OK
    }
    return show(Bytes(start: record.text, count: record.textLength), .text, buffer)
  }

  /// Puts out a key, or a default text, in the place of a text.
  @inline(__always)
  static func give(missing text: Bytes, _ buffer: TextBuffer) -> calque_status? {
    guard let room = buffer.start, let start = text.baseAddress, buffer.capacity > 0 else {
      return show(text, .missing, buffer)
    }
    var output = Output(writable: room, capacity: buffer.capacity)
    output.append(start, text.count)
    return finish(&output, .missing, buffer)
  }

  /// Puts out a text of any length as it is.
  @inline(never)
  private static func show(
    _ text: Bytes, _ answer: Answer, _ buffer: TextBuffer
  ) -> calque_status? {
    guard buffer.capacity >= 0 else { return nil }
    var output = buffer.output
    output.append(text)
    return finish(&output, answer, buffer)
  }

  // MARK: With arguments

  /// - Parameter isView: `keyPrefix` is an option, with which nothing is done here.
  @inline(__always)
  static func translate(
    _ scope: ChainReader, _ call: GivenCall, _ buffer: TextBuffer,
    mayCallHost: Bool = true, isView: Bool = false
  ) -> calque_status? {
    guard let text = buffer.start, buffer.capacity > 0 else {
      return withoutRoom(buffer) {
        translateOutOfLine(scope, call, $0, mayCallHost: mayCallHost, isView: isView)
      }
    }
    let count = call.count
    guard let args = call.args, UInt(bitPattern: count) <= 1 << 16 else { return nil }
    return withUnsafeTemporaryAllocation(of: Argument.self, capacity: Frame.usualCount) { room in
      scope.withEvaluation(mayCallHost: mayCallHost) { evaluation in
        // Memory for a fixed number of arguments, which is not 0.
        var storage = room.baseAddress.unsafelyUnwrapped
        if count > Frame.usualCount {
          storage = evaluation.pointee.arena.take(Argument.self, count)
        }
        var frame = Frame(evaluation, scope, storage)
        guard read(args, count, to: &frame), let bytes = bytes(call.key, call.keyLength),
          let start = bytes.baseAddress
        else { return fail(evaluation) }
        var output = Output(writable: text, capacity: buffer.capacity)
        if scope.mayBeDetailed(frame) {
          if isView, frame.hasKeyPrefix { return fail(evaluation) }
          if scope.isDetailed(&frame) { return detail(scope, bytes, &frame, &output, buffer) }
        }
        let answer = scope.answer(start, bytes.count, &frame, into: &output)
        return close(scope, bytes, answer, &frame, &output, buffer)
      }
    }
  }

  /// A call with no buffer, or one of no bytes: with room for nothing but NUL.
  @inline(never)
  private static func withoutRoom(
    _ buffer: TextBuffer, _ translate: (TextBuffer) -> calque_status?
  ) -> calque_status? {
    guard buffer.capacity >= 0 else { return nil }
    var none: CChar = 0
    return withUnsafeMutablePointer(to: &none) { translate(TextBuffer($0, 1, buffer.length)) }
  }

  @inline(never)
  private static func fail(_ evaluation: UnsafeMutablePointer<Evaluation>) -> calque_status? {
    evaluation.pointee.end()
    return nil
  }

  /// As `translate`, out of line for less frequent callers.
  @inline(never)
  static func translateOutOfLine(
    _ scope: ChainReader, _ call: GivenCall, _ buffer: TextBuffer,
    mayCallHost: Bool = true, isView: Bool = false
  ) -> calque_status? {
    translate(scope, call, buffer, mayCallHost: mayCallHost, isView: isView)
  }

  /// Adds all arguments; false for one that is wrong.
  ///
  /// A function of its own, so that nothing of the call is kept while arguments are read.
  @inline(never)
  static func read(
    _ args: UnsafePointer<calque_arg>, _ count: Int, to frame: inout Frame
  ) -> Bool {
    var arg = args
    let end = args + count
    while arg != end {
      guard add(arg, to: &frame) else { return false }
      arg += 1
    }
    return true
  }

  @inline(__always)
  private static func add(_ arg: UnsafePointer<calque_arg>, to frame: inout Frame) -> Bool {
    guard let name = bytes(arg.pointee.name, arg.pointee.name_length), !name.isEmpty else {
      return false
    }
    // Put together in one place: an argument that is handed on is copied, which waits for what was
    // just written.
    var (kind, bits) = (Argument.Kind.text, UInt64(0))
    var text = Bytes(start: Argument.nowhere, count: 0)
    if arg.pointee.kind == kind.rawValue {
      guard let given = bytes(arg.pointee.text, arg.pointee.length), given.isUTF8 else {
        return false
      }
      text = given
    } else if arg.pointee.kind >= 0, arg.pointee.kind < kind.rawValue {
      guard let given = Argument.Kind(rawValue: arg.pointee.kind) else { return false }
      kind = given
      bits =
        kind == .double ? arg.pointee.number.bitPattern : UInt64(bitPattern: arg.pointee.integer)
    } else {
      return addRead(name, arg, to: &frame)
    }
    let own = Name(name)
    guard own.isASCII || UTF8Check.firstInvalid(name) == nil else { return false }
    frame.add(own, kind, bits, text)
    return true
  }

  /// A decimal or JSON.
  @inline(never)
  private static func addRead(
    _ name: Bytes, _ arg: UnsafePointer<calque_arg>, to frame: inout Frame
  ) -> Bool {
    guard let text = bytes(arg.pointee.text, arg.pointee.length), name.isUTF8 else {
      return false
    }
    switch Argument.Kind(rawValue: arg.pointee.kind) {
    case .decimal?:
      frame.add(Name(name), unread: .decimal, text)
      return true
    case .value?: return frame.add(Name(name), json: text)
    default: return false
    }
  }

  // MARK: Results

  /// Details instead of a text.
  @inline(never)
  private static func detail(
    _ scope: ChainReader, _ key: Bytes, _ frame: inout Frame, _ output: inout Output,
    _ buffer: TextBuffer
  ) -> calque_status? {
    guard let answer = scope.answerInDetail(key, &frame, into: &output) else {
      return fail(frame.evaluation)
    }
    return close(scope, key, answer, &frame, &output, buffer)
  }

  @inline(__always)
  private static func close(
    _ scope: ChainReader, _ key: Bytes, _ answer: Answer, _ frame: inout Frame,
    _ output: inout Output, _ buffer: TextBuffer
  ) -> calque_status? {
    if answer.contains(.value) {
      Translation.put(frame.evaluation.pointee.value, &output)
    }
    return scope.end(&frame, for: key) ? finish(&output, answer, buffer) : nil
  }

  @inline(__always)
  static func finish(
    _ output: inout Output, _ answer: Answer, _ buffer: TextBuffer
  ) -> calque_status {
    buffer.length?.pointee = output.length
    guard output.terminateWhole() else { return cut(output, answer) }
    return answer.contains(.missing) ? CALQUE_MISSING_KEY : CALQUE_OK
  }

  @inline(never)
  private static func cut(_ output: Output, _ answer: Answer) -> calque_status {
    let status = TextBuffer.cut(output)
    return status == CALQUE_OK && answer.contains(.missing) ? CALQUE_MISSING_KEY : status
  }

  /// The first fault of a key and its arguments.
  @inline(never)
  static func failure(
    _ call: GivenCall, _ buffer: TextBuffer
  ) throws(Diagnostic) -> Diagnostic {
    _ = try Input.checked(call.key, call.keyLength, "key")
    guard buffer.capacity >= 0 else { throw Diagnostic(.invalidArgument, "capacity is too large") }
    try Arguments.check(call.args, call.count)
    return Diagnostic(.invalidArgument, "an argument is wrong")
  }

  /// Borrowed bytes of a text; nil for NULL and for a length that cannot be.
  @inline(__always)
  static func bytes(
    _ start: UnsafePointer<CChar>?, _ length: Int
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let start, length >= -1 else { return nil }
    let raw = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: raw, count: length == -1 ? strlen(start) : length)
  }
}

extension ChainReader {
  /// Answers with details instead of a text; nil for a key that is not UTF-8.
  @inline(never)
  func answerInDetail(_ key: Bytes, _ frame: inout Frame, into output: inout Output) -> Answer? {
    guard UTF8Check.firstInvalid(key) == nil else { return nil }
    let translation = withUnsafePointer(to: key) {
      self.translation(UnsafeBufferPointer(start: $0, count: 1), &frame)
    }
    Translation.put(translation.value, &output)
    return translation.isMissing ? .missing : .text
  }
}
