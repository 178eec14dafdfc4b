import CCalque
import CPlatform
import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate
import CalqueTranslator

/// Calls at the boundary: arguments are read and handed on without allocating.
enum CallReply {
  /// Arguments that every call has room for.
  private static let mostArguments = 16

  /// A call without arguments.
  ///
  /// - Returns: nil when a second attempt is needed.
  @inline(__always)
  static func translate(
    _ scope: ChainReader, _ key: UnsafePointer<CChar>?, _ keyLength: Int, _ buffer: TextBuffer
  ) -> calque_status? {
    guard let bytes = bytes(key, keyLength), let start = bytes.baseAddress else { return nil }
    let found = scope.find(start, bytes.count)
    if case .missing = found {
      guard buffer.capacity >= 0 else { return nil }
      var output = buffer.output
      output.append(start, bytes.count)
      return finish(&output, .missing, buffer)
    }
    switch found {
    case .pair(let end): return translatePair(scope, bytes, end, buffer)
    case .absent:
      return translateApart(scope, bytes, isSought: true, buffer)
    case .full:
      return translateApart(scope, bytes, isSought: false, buffer)
    default: return give(scope, found, nil, 0, buffer)
    }
  }

  /// A key without arguments that is not found as it stands.
  @inline(never)
  static func translateApart(
    _ scope: ChainReader, _ key: Bytes, isSought: Bool, _ buffer: TextBuffer
  ) -> calque_status? {
    guard buffer.capacity >= 0, let start = key.baseAddress else { return nil }
    var (arguments, output) = (CallArguments(), buffer.output)
    let answer = scope.translateApart(
      start, key.count, isSought: isSought, &arguments, into: &output)
    return finish(&output, answer, buffer)
  }

  /// A key with arguments; all in one function, so that few values are passed on.
  @inline(__always)
  static func translate(
    _ scope: ChainReader, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
    _ args: UnsafePointer<calque_arg>?, _ count: Int, _ buffer: TextBuffer
  ) -> calque_status? {
    guard let start = buffer.start, buffer.capacity > 0, UInt(bitPattern: count) <= mostArguments
    else {
      return translateSeldom(scope, key, keyLength, args, count, buffer)
    }
    return withArguments(args, count, room: mostArguments) { arguments in
      guard let bytes = bytes(key, keyLength), let key = bytes.baseAddress else { return nil }
      var output = Output(writable: start, capacity: buffer.capacity)
      let answer = scope.translate(key, bytes.count, &arguments, into: &output)
      return finish(&output, answer, buffer)
    }
  }

  /// A key with arguments, out of line for less frequent callers.
  @inline(never)
  static func translateApart(
    _ scope: ChainReader, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
    _ args: UnsafePointer<calque_arg>?, _ count: Int, _ buffer: TextBuffer
  ) -> calque_status? {
    translate(scope, key, keyLength, args, count, buffer)
  }

  /// A call with more arguments than most, or without a buffer: one with room for nothing but NUL.
  @inline(never)
  private static func translateSeldom(
    _ scope: ChainReader, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
    _ args: UnsafePointer<calque_arg>?, _ count: Int, _ buffer: TextBuffer
  ) -> calque_status? {
    guard buffer.capacity >= 0, count <= 1 << 16 else { return nil }
    return withArguments(args, count, room: max(count, 1)) { arguments in
      guard let bytes = bytes(key, keyLength), let start = bytes.baseAddress else { return nil }
      var none: CChar = 0
      return withUnsafeMutablePointer(to: &none) { none in
        var output = Output(
          buffer.start ?? none, capacity: buffer.start == nil ? 1 : buffer.capacity)
        let answer = scope.translate(start, bytes.count, &arguments, into: &output)
        return finish(&output, answer, buffer)
      }
    }
  }

  @inline(__always)
  static func give(
    _ scope: ChainReader, _ found: ChainReader.Find, _ args: UnsafePointer<calque_arg>?,
    _ count: Int, _ buffer: TextBuffer
  ) -> calque_status? {
    switch found {
    case .plain(let record) where count == 0:
      let size = record.textLength
      if let start = buffer.start, buffer.capacity > Output.wide,
        Output.write(padded: record.text, size, toWide: start)
      {
        buffer.length?.pointee = size
        return CALQUE_OK
      }
      return render(scope, record, buffer)
    case .program(let record) where count == 0: return render(scope, record, buffer)
    case .plain(let record), .program(let record):
      return render(scope, record, args, count, buffer)
    case .missing, .absent, .pair, .full:
      return nil
    }
  }

  /// A text without arguments.
  @inline(never)
  private static func render(
    _ scope: ChainReader, _ record: CatalogRecord, _ buffer: TextBuffer
  ) -> calque_status? {
    guard buffer.capacity >= 0 else { return nil }
    var (arguments, output) = (CallArguments(), buffer.output)
    return finish(&output, scope.render(record, &arguments, into: &output), buffer)
  }

  @inline(never)
  private static func render(
    _ scope: ChainReader, _ record: CatalogRecord, _ args: UnsafePointer<calque_arg>?, _ count: Int,
    _ buffer: TextBuffer
  ) -> calque_status? {
    guard buffer.capacity >= 0, count <= 1 << 16 else { return nil }
    return withArguments(args, count, room: max(count, 1)) { arguments in
      var output = buffer.output
      return finish(&output, scope.render(record, &arguments, into: &output), buffer)
    }
  }

  @inline(__always)
  static func finish(_ output: inout Output, _ answer: CallAnswer, _ buffer: TextBuffer)
    -> calque_status?
  {
    if answer == .full { return nil }
    let status = buffer.finish(&output)
    return status == CALQUE_OK && answer == .missing ? CALQUE_MISSING_KEY : status
  }

  /// nil for arguments that are not simple.
  ///
  /// - Parameter room: for arguments; up to 16, known when this is compiled, they are part of the stack
  ///   frame.
  @inline(__always)
  private static func withArguments(
    _ args: UnsafePointer<calque_arg>?, _ count: Int, room: Int,
    _ body: (inout CallArguments) -> calque_status?
  ) -> calque_status? {
    guard count >= 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: Argument.self, capacity: room) { storage in
      guard let start = storage.baseAddress else { return nil }
      var arguments = CallArguments(start)
      guard read(args, count, to: &arguments) else { return nil }
      return body(&arguments)
    }
  }

  /// Adds all arguments; false when `add` is.
  ///
  /// A function of its own, so that nothing of the call is kept while arguments are read.
  @inline(never)
  private static func read(
    _ args: UnsafePointer<calque_arg>?, _ count: Int, to arguments: inout CallArguments
  ) -> Bool {
    guard let args else { return false }
    var arg = args
    let end = args + count
    while arg != end {
      guard add(arg, to: &arguments) else { return false }
      arg += 1
    }
    return true
  }

  /// False for an argument without a name, or one that is wrong in a way that needs an error.
  @inline(__always)
  private static func add(
    _ arg: UnsafePointer<calque_arg>, to arguments: inout CallArguments
  ) -> Bool {
    guard let name = bytes(arg.pointee.name, arg.pointee.name_length), !name.isEmpty else {
      return false
    }
    // Put together in one place: an argument that is handed on is copied, which waits for what was
    // just written.
    var (kind, bits) = (Argument.Kind.text, UInt64(0))
    var text = UnsafeBufferPointer(start: Argument.nowhere, count: 0)
    if arg.pointee.kind == kind.rawValue {
      guard let given = bytes(arg.pointee.text, arg.pointee.length) else { return false }
      text = given
    } else if arg.pointee.kind >= 0, arg.pointee.kind < kind.rawValue {
      guard let given = Argument.Kind(rawValue: arg.pointee.kind) else { return false }
      kind = given
      bits =
        kind == .double ? arg.pointee.number.bitPattern : UInt64(bitPattern: arg.pointee.integer)
    } else {
      return addSeldom(name, arg, to: &arguments)
    }
    return arguments.append(Name(name), kind, bits, text)
  }

  /// A decimal or JSON.
  @inline(never)
  private static func addSeldom(
    _ name: Bytes, _ arg: UnsafePointer<calque_arg>, to arguments: inout CallArguments
  ) -> Bool {
    guard let text = bytes(arg.pointee.text, arg.pointee.length) else { return false }
    switch Argument.Kind(rawValue: arg.pointee.kind) {
    case .decimal?: return arguments.append(Name(name), unread: .decimal, text)
    case .value?: return arguments.append(Name(name), json: text)
    default: return false
    }
  }

  // MARK: JSON

  /// A call whose options are a JSON object: its text for the caller to dispose of.
  ///
  /// - Returns: nil when the options have to be read into values, or a second attempt is needed.
  static func give(
    _ scope: ChainReader, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
    _ options: UnsafePointer<CChar>?, _ optionsLength: Int,
    _ out: UnsafeMutablePointer<calque_string>
  ) -> calque_status? {
    guard scope.isModern, let key = bytes(key, keyLength), key.first != 0x5B else { return nil }
    guard options != nil else {
      return optionsLength <= 0 ? give(scope, key, .none, nil, out) : nil
    }
    guard let json = bytes(options, optionsLength), json.count <= 1 << 16 else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(json.count, 1)) { room in
      give(scope, key, json, room.baseAddress, out)
    }
  }

  /// - Parameter room: for texts of the options; nil when there are none.
  private static func give(
    _ scope: ChainReader, _ key: Bytes, _ options: Bytes, _ room: UnsafeMutablePointer<UInt8>?,
    _ out: UnsafeMutablePointer<calque_string>
  ) -> calque_status? {
    withUnsafeTemporaryAllocation(of: Argument.self, capacity: mostArguments) { storage in
      guard let start = storage.baseAddress else { return nil }
      var arguments = CallArguments(start)
      if let room {
        guard arguments.append(object: options, room, most: mostArguments) else { return nil }
      }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) {
        text -> calque_status? in
        var output = Output(text.baseAddress.map { UnsafeMutableRawPointer($0) }, capacity: 1024)
        let answer = scope.translate(key, &arguments, into: &output)
        guard answer != .full, !output.isTruncated else { return nil }
        let copy = CText.copy(Bytes(start: text.baseAddress, count: output.length))
        out.pointee = calque_string(data: copy, length: output.length)
        return answer == .missing ? CALQUE_MISSING_KEY : CALQUE_OK
      }
    }
  }

  // MARK: Second attempts

  /// Translates with all there is to do.
  ///
  /// - Parameters:
  ///   - key: UTF-8.
  /// - Throws: as `Arguments.read`.
  @inline(never)
  static func answer(
    _ reader: ChainReader, _ key: Bytes,
    _ args: UnsafePointer<calque_arg>?, _ count: Int, _ buffer: TextBuffer
  ) throws(Diagnostic) -> calque_status {
    guard count >= 0 else { throw Diagnostic(.invalidArgument, "arg_count is too large") }
    guard count == 0 || args != nil else { throw Input.missing("args") }
    guard buffer.capacity >= 0 else { throw Diagnostic(.invalidArgument, "capacity is too large") }
    let result = withUnsafeTemporaryAllocation(of: Argument.self, capacity: max(count, 1)) {
      room -> Result<calque_status, Diagnostic> in
      let given = UnsafeBufferPointer(start: UnsafePointer(room.baseAddress), count: count)
      return Result { () throws(Diagnostic) in
        let values = try Arguments.read(args, count, into: room)
        var output = buffer.output
        let answer = withExtendedLifetime(values) {
          reader.answer(key, given, into: &output)
        }
        return finish(&output, answer, buffer) ?? CALQUE_OK
      }
    }
    return try result.get()
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
