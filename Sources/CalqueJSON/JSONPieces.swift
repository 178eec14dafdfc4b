import CJansson
import CalqueBase

/// Reads a large JSON object in pieces, so that jansson never holds the whole tree: jansson parses
/// a few members at a time, as an object of their own.
///
/// Only the commas between pieces and the brackets around them are examined here. jansson therefore
/// rejects in pieces whatever it rejects in the whole text. Anything unusual (a repeated name, an
/// integer beyond 64 bits, an error) stops the reading, and the text is read as a whole.
struct JSONPieces<Sink: TreeSink> {
  private let text: Bytes
  private let limits: JSONLimits
  /// The size in bytes from which on an object is read in pieces.
  private let size: Int
  private let sink: Sink
  private var piece: ByteBuffer

  /// The nesting of objects that are read in pieces, each of which is scanned once more.
  private static var deepest: Int { 4 }

  /// Sends the outermost object.
  ///
  /// - Returns: false when the text must be read as a whole; the sink must then be discarded.
  static func send(
    _ text: Bytes, limits: JSONLimits, leavingOut names: [Literal], size: Int, to sink: Sink
  ) -> Bool {
    var pieces = JSONPieces(
      text: text, limits: limits, size: size, sink: sink,
      piece: ByteBuffer(capacity: size &* 2))
    defer { pieces.piece.deallocate() }
    let start = pieces.behindSpace(0)
    guard start < text.count, text[start] == 0x7B,
      let end = pieces.send(objectAt: start, named: .none, leavingOut: names, depth: 0)
    else { return false }
    return pieces.behindSpace(end) == text.count
  }

  /// - Returns: the offset behind the object.
  private mutating func send(
    objectAt start: Int, named name: Bytes, leavingOut names: [Literal] = [], depth: Int
  ) -> Int? {
    guard depth < limits.maximumDepth else { return nil }
    sink.add(.object, named: name)
    var seen = SeenNames()
    defer { seen.deallocate() }
    // The start of the members that are not yet sent, and of the last of them.
    var (first, member) = (start &+ 1, start &+ 1)
    var count = 0
    while let end = end(of: member) {
      let isLast = text[end] != 0x2C
      if end &- member > size, depth < Self.deepest, let object = object(in: member) {
        guard send(first, member &- 1, count, names, depth, &seen),
          let behind = send(largeAt: object, memberAt: member, names, depth, &seen),
          behindSpace(behind) == end
        else { return nil }
        (first, count) = (end &+ 1, 0)
      } else {
        count &+= 1
        if isLast || end &- first >= size {
          guard send(first, end, count, names, depth, &seen) else { return nil }
          (first, count) = (end &+ 1, 0)
        }
      }
      member = end &+ 1
      if isLast {
        sink.end()
        return text[end] == 0x7D ? member : nil
      }
    }
    return nil
  }

  /// Sends some members.
  private mutating func send(
    _ start: Int, _ end: Int, _ count: Int, _ names: [Literal], _ depth: Int,
    _ seen: inout SeenNames
  ) -> Bool {
    if count == 0 { return true }
    guard let root = load(start, end) else { return false }
    defer { json_decref(root) }
    guard json_object_size(root) == count, areNew(root, &seen) else { return false }
    let walk = JSONWalk(limits: limits)
    let isSent: Void? = try? walk.send(
      membersOf: root, leavingOut: names, depth: depth &+ 1, to: sink)
    return isSent != nil
  }

  /// Sends a member that is a large object.
  ///
  /// - Returns: the offset behind the object.
  private mutating func send(
    largeAt object: Int, memberAt member: Int, _ names: [Literal], _ depth: Int,
    _ seen: inout SeenNames
  ) -> Int? {
    guard let root = load(member, object, "0") else { return nil }
    defer { json_decref(root) }
    guard let place = json_object_iter(root), areNew(root, &seen) else { return nil }
    let name = JSON.bytes(json_object_iter_key(place), json_object_iter_key_len(place))
    if names.contains(name) { return nil }
    return send(objectAt: object, named: name, depth: depth &+ 1)
  }

  private func areNew(_ object: UnsafeMutablePointer<json_t>, _ seen: inout SeenNames) -> Bool {
    var areNew = true
    JSON.eachMember(of: object) { name, _ in areNew = areNew && seen.insert(name) }
    return areNew
  }

  /// jansson's object of some members.
  private mutating func load(
    _ start: Int, _ end: Int, _ value: StaticString = ""
  ) -> UnsafeMutablePointer<json_t>? {
    piece.truncate(to: 0)
    for part in [Bytes("{"), text.part(start, end), Bytes(value), Bytes("}")] { piece.append(part) }
    var failure = json_error_t()
    return JSON.load(piece.bytes, &failure)
  }

  // MARK: The text

  /// The offset of a member's value, if that is an object and the name has no escapes.
  private func object(in member: Int) -> Int? {
    let start = behindSpace(member)
    guard start < text.count, text[start] == 0x22, let end = JSONScan.textEnd(text, start) else {
      return nil
    }
    let colon = behindSpace(end)
    guard colon < text.count, text[colon] == 0x3A else { return nil }
    let value = behindSpace(colon &+ 1)
    return value < text.count && text[value] == 0x7B ? value : nil
  }

  /// The offset of the comma or bracket that ends a member.
  private func end(of member: Int) -> Int? {
    var offset = member
    var depth = 0
    while offset < text.count {
      switch text[offset] {
      case 0x22:
        guard let end = JSONScan.textEnd(text, offset) else { return nil }
        offset = end
        continue
      case 0x7B, 0x5B: depth &+= 1
      case 0x7D, 0x5D:
        if depth == 0 { return offset }
        depth &-= 1
      case 0x2C:
        if depth == 0 { return offset }
      default: break
      }
      offset &+= 1
    }
    return nil
  }

  private func behindSpace(_ start: Int) -> Int {
    var offset = start
    while offset < text.count, JSONScan.isSpace(text[offset]) { offset &+= 1 }
    return offset
  }
}
