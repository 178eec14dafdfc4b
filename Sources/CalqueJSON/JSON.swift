import CJansson
package import CalqueBase

/// JSON text to values and back. The only user of jansson: its reference counts are not atomic, so
/// no `json_t` leaves this file.
package enum JSON {
  /// Parses one JSON text.
  ///
  /// A leading byte order mark is skipped. Integers beyond 64 bits become doubles. The last of
  /// several members with the same name wins. `\u0000` is accepted in values and refused in names.
  ///
  /// - Throws: `invalidUTF8`, `invalidJSON` or `limitExceeded`, with the position.
  @inline(never)
  package static func parse(
    _ bytes: Bytes, limits: JSONLimits = JSONLimits()
  ) throws(Diagnostic) -> Value {
    let root = try load(bytes, limits)
    defer { json_decref(root) }
    return try JSONReader(limits: limits).value(of: root, depth: 0)
  }

  /// Parses a JSON text that calls read again and again: most are read in place. nil for one that is wrong.
  package static func value(_ bytes: Bytes) -> Value? {
    let found = Arena.onStack { arena in
      bytes.isUTF8 ? JSONScan.value(of: bytes, in: arena)?.value(in: arena) : nil
    }
    return found ?? (try? parse(bytes))
  }

  /// Parses one JSON text like `parse`, and passes the values to a sink without storing them.
  ///
  /// - Parameters:
  ///   - names: the names of members of the outermost object to leave out.
  ///   - size: the size in bytes of the pieces in which a text of at least two pieces is read. A
  ///     text that cannot be read in pieces is read again as a whole.
  ///   - makeSink: makes a sink, once for each attempt.
  /// - Returns: the sink that received all values; nil when the text is not an object.
  package static func send<Sink: TreeSink>(
    _ bytes: Bytes, limits: JSONLimits = JSONLimits(), leavingOut names: [Literal],
    inPiecesOf size: Int = 64 << 10, to makeSink: () -> Sink
  ) throws(Diagnostic) -> Sink? {
    if bytes.count >= size &* 2, bytes.count <= limits.maximumBytes {
      let sink = makeSink()
      let body = withoutByteOrderMark(bytes)
      if JSONPieces.send(body, limits: limits, leavingOut: names, size: size, to: sink) {
        return sink
      }
    }
    let root = try load(bytes, limits)
    defer { json_decref(root) }
    guard root.pointee.type == JSON_OBJECT else {
      _ = try JSONReader(limits: limits).value(of: root, depth: 0)
      return nil
    }
    let sink = makeSink()
    try JSONWalk(limits: limits).send(
      root, named: .none, leavingOut: names, depth: 0, to: sink)
    return sink
  }

  package static func parse(
    _ text: Text, limits: JSONLimits = JSONLimits()
  ) throws(Diagnostic) -> Value {
    try text.withBytes { (bytes) throws(Diagnostic) in try parse(bytes, limits: limits) }
  }

  /// Parses JSON text and accepts commas before closing brackets.
  ///
  /// - Throws: as `parse(_:limits:)`, for errors other than these commas.
  package static func parse(
    lenient text: Text, limits: JSONLimits = JSONLimits()
  ) throws(Diagnostic) -> Value {
    do throws(Diagnostic) {
      return try parse(text, limits: limits)
    } catch {
      guard error.code == .invalidJSON,
        let blanked = text.bytes.withUnsafeBufferPointer({ TrailingCommas.blanked($0) })
      else { throw error }
      return try parse(Text(blanked), limits: limits)
    }
  }

  private static func withoutByteOrderMark(_ bytes: Bytes) -> Bytes {
    let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    return bytes.part(hasMark ? 3 : 0, bytes.count)
  }

  private static func load(
    _ bytes: Bytes, _ limits: JSONLimits
  ) throws(Diagnostic) -> UnsafeMutablePointer<json_t> {
    guard bytes.count <= limits.maximumBytes else {
      throw Diagnostic(.limitExceeded, "JSON text exceeds the size limit")
    }
    let body = withoutByteOrderMark(bytes)
    let mark = bytes.count &- body.count
    var failure = json_error_t()
    if let root = load(body, &failure) { return root }
    // jansson rejects malformed UTF-8, but may report another error first.
    if let offset = UTF8Check.firstInvalid(bytes) {
      let position = Position(of: offset, in: bytes)
      throw Diagnostic(.invalidUTF8, "text is not valid UTF-8", position: position)
    }
    var offset = max(Int(failure.position), 0)
    if json_error_code(&failure) == json_error_numeric_overflow {
      let wide = WideIntegers(body)
      if let root = wide.bytes.withUnsafeBufferPointer({ load($0, &failure) }) { return root }
      offset = wide.source(of: max(Int(failure.position), 0))
    }
    offset += mark
    // jansson has no message for some failed allocations.
    if json_error_code(&failure) == json_error_out_of_memory || failure.text.0 == 0 {
      throw Diagnostic(.limitExceeded, "out of memory while reading JSON")
    }
    throw Diagnostic(
      json_error_code(&failure) == json_error_stack_overflow ? .limitExceeded : .invalidJSON,
      message(of: &failure), position: Position(of: offset, in: bytes))
  }

  /// jansson's tree of a text without a byte order mark.
  static func load(_ body: Bytes, _ failure: inout json_error_t) -> UnsafeMutablePointer<json_t>? {
    let start = UnsafeRawPointer(body.baseAddress)?.assumingMemoryBound(to: CChar.self)
    let empty: StaticString = ""
    let text = start ?? UnsafeRawPointer(empty.utf8Start).assumingMemoryBound(to: CChar.self)
    return json_loadb(text, body.count, Int(JSON_ALLOW_NUL) | Int(JSON_DECODE_ANY), &failure)
  }

  /// Calls `body` with the members of an object.
  static func eachMember<Failure: Error>(
    of object: UnsafeMutablePointer<json_t>,
    _ body: (_ name: Bytes, UnsafeMutablePointer<json_t>) throws(Failure) -> Void
  ) throws(Failure) {
    var iterator = json_object_iter(object)
    while let place = iterator {
      if let member = json_object_iter_value(place) {
        try body(bytes(json_object_iter_key(place), json_object_iter_key_len(place)), member)
      }
      iterator = json_object_iter_next(object, place)
    }
  }

  /// Bytes owned by jansson.
  static func bytes(_ start: UnsafePointer<CChar>?, _ count: Int) -> Bytes {
    let raw = UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: raw, count: raw == nil ? 0 : count)
  }

  private static func message(of failure: inout json_error_t) -> Text {
    withUnsafeBytes(of: &failure.text) { bytes in
      Text(Array(bytes.prefix { $0 != 0 }))
    }
  }
}

/// Commas before a closing bracket, which occur in hand-written files though JSON forbids them.
enum TrailingCommas {
  /// The text with each trailing comma replaced by a space, which keeps positions; nil when there
  /// is none.
  ///
  /// A comma is trailing only after a value: `[,]` remains an error.
  static func blanked(_ bytes: Bytes) -> [UInt8]? {
    var trailing: [Int] = []
    var comma: Int?
    var previous: UInt8 = 0
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D:
        break
      case 0x22:
        offset = (JSONScan.textEnd(bytes, offset) ?? bytes.count) - 1
        (comma, previous) = (nil, byte)
      case 0x2C:
        let followsValue = ![0, 0x5B, 0x7B, 0x2C, 0x3A].contains(previous)
        (comma, previous) = (followsValue ? offset : nil, byte)
      case 0x5D, 0x7D:
        if let comma { trailing.append(comma) }
        (comma, previous) = (nil, byte)
      default:
        (comma, previous) = (nil, byte)
      }
      offset += 1
    }
    guard !trailing.isEmpty else { return nil }
    var result = Array(bytes)
    for comma in trailing { result[comma] = 0x20 }
    return result
  }
}
