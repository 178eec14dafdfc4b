import CCalque
import CPlatform
import CalqueBase

/// Texts of rows in the layout of an Arrow array, while they are rendered and until they are released.
///
/// A renderer uses the memory of results again that were released: writing to fresh pages costs as much
/// as half a translation.
final class RenderedTexts: @unchecked Sendable {
  // Unchecked: used by one thread at a time.
  let type: TextType
  let hasStatuses: Bool
  private(set) var rows = 0
  private(set) var nulls = 0
  /// Bytes of all texts so far.
  private(set) var count = 0
  /// Offsets of 32 bits do not reach.
  private(set) var isFull = false
  /// The bytes of the texts, or for views of those since the last full block.
  private(set) var block: ByteBuffer
  /// Bytes of the block that are taken.
  private(set) var used = 0
  /// Full blocks of views.
  private(set) var blocks: [(memory: ByteBuffer, used: Int)] = []
  /// Offsets or views.
  private(set) var places: ByteBuffer
  private(set) var validity: ByteBuffer
  private(set) var statuses: ByteBuffer

  /// Room for a text; longer ones are rendered twice.
  private static let usual = 1 << 14
  static let blockBytes = 4 << 20

  init(_ type: TextType, hasStatuses: Bool) {
    (self.type, self.hasStatuses) = (type, hasStatuses)
    block = ByteBuffer(capacity: type == .views ? 1 << 18 : Self.usual)
    places = ByteBuffer(capacity: 64)
    validity = ByteBuffer(capacity: 64)
    statuses = ByteBuffer(capacity: 64)
  }

  deinit {
    block.deallocate()
    for full in blocks { full.memory.deallocate() }
    places.deallocate()
    validity.deallocate()
    statuses.deallocate()
  }

  /// Empties it, with room for so many rows.
  func clear(rows most: Int) {
    (rows, nulls, count, used, isFull) = (0, 0, 0, 0, false)
    for full in blocks { full.memory.deallocate() }
    blocks = []
    places.reserve((most &+ 1) &* type.placeBytes)
    places.start.storeBytes(of: 0, as: UInt64.self)
    validity.reserve((most &+ 63) / 64 &* 8)
    if hasStatuses { statuses.reserve(most &* 4) }
    if type != .views { block.reserve(min(most, 1 << 16) &* 32 &+ Self.usual) }
  }

  /// Bytes that it keeps while it is not used.
  var size: Int { block.capacity &+ places.capacity &+ validity.capacity &+ statuses.capacity }

  // MARK: Rows

  /// The room for the next text.
  @inline(__always)
  var output: Output {
    Output(writable: block.start + used, capacity: block.capacity &- used)
  }

  /// The room for the next text, of so many bytes at most.
  @inline(__always)
  func output(most: Int) -> Output {
    Output(writable: block.start + used, capacity: min(block.capacity &- used, most &+ 1))
  }

  /// Takes a text that was put out; false after making room for one that did not fit.
  @inline(__always)
  func take(_ output: Output) -> Bool {
    let length = output.length
    guard used &+ length < block.capacity else {
      makeRoom(length)
      return false
    }
    end = used &+ length
    return true
  }

  /// The end of the text that was taken.
  private var end = 0

  @inline(never)
  private func makeRoom(_ length: Int) {
    guard type == .views else {
      return block.reserve(max(2 &* block.capacity, used &+ length &+ Self.usual))
    }
    if used > 0 { blocks.append((block, used)) } else { block.deallocate() }
    block = ByteBuffer(capacity: max(Self.blockBytes, length &+ Self.usual))
    used = 0
  }

  /// Ends a row: with the text that was taken, or null.
  @inline(__always)
  func end(_ status: calque_status, isNull: Bool) {
    if hasStatuses {
      statuses.start.storeBytes(of: status, toByteOffset: rows &* 4, as: Int32.self)
    }
    if isNull {
      setNull()
    } else {
      count &+= end &- used
      if type == .views { addView() } else { used = end }
    }
    rows &+= 1
    switch type {
    case .offsets:
      isFull = used > Int(Int32.max)
      places.start.storeBytes(
        of: Int32(truncatingIfNeeded: used), toByteOffset: rows &* 4, as: Int32.self)
    case .largeOffsets:
      places.start.storeBytes(of: Int64(used), toByteOffset: rows &* 8, as: Int64.self)
    case .views: break
    }
  }

  /// Up to twelve bytes lie in the view itself.
  private func addView() {
    let view = places.start + rows &* 16
    let length = end &- used
    let text = block.start + used
    isFull = length > Int(Int32.max)
    view.storeBytes(of: Int32(truncatingIfNeeded: length), as: Int32.self)
    if length <= 12 {
      memset(view + 4, 0, 12)
      memcpy(view + 4, text, length)
      return
    }
    memcpy(view + 4, text, 4)
    view.storeBytes(of: Int32(truncatingIfNeeded: blocks.count), toByteOffset: 8, as: Int32.self)
    view.storeBytes(of: Int32(truncatingIfNeeded: used), toByteOffset: 12, as: Int32.self)
    used = end
  }

  @inline(never)
  private func setNull() {
    // Until now nothing was null.
    if nulls == 0 { memset(validity.start, 0xFF, validity.capacity) }
    nulls &+= 1
    let byte = validity.start + rows >> 3
    let mask = UInt8(1) &<< UInt8(truncatingIfNeeded: rows & 7)
    byte.storeBytes(of: byte.load(as: UInt8.self) & ~mask, as: UInt8.self)
    if type == .views { memset(places.start + rows &* 16, 0, 16) }
  }
}

extension TextType {
  var format: StaticString {
    switch self {
    case .offsets: "u"
    case .largeOffsets: "U"
    case .views: "vu"
    }
  }

  var placeBytes: Int {
    switch self {
    case .offsets: 4
    case .largeOffsets: 8
    case .views: 16
    }
  }
}
