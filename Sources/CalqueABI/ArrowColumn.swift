import CCalque
import CalqueBase
import CalqueTemplate

/// A column of an Arrow table: what reading its rows needs. Valid as long as the table.
///
/// The interface does not tell the sizes of most buffers, so those are taken on trust. Numbers that lie
/// in buffers are checked when they are read.
struct ArrowColumn {
  let layout: ArrowLayout
  /// nil when no value is null.
  fileprivate let validity: UnsafeRawPointer?
  /// Values, offsets or views.
  let values: UnsafeRawPointer
  /// Bytes of texts, unless they are in `further`.
  let bytes: UnsafePointer<UInt8>
  /// The end of the last text in `bytes`.
  private(set) var end = 0
  /// Buffers of views with their sizes in the last one.
  private(set) var further = UnsafeBufferPointer<UnsafeRawPointer?>.none
  /// All texts are ASCII, which is looked at for arguments.
  private(set) var isASCII = false
  /// Texts of all rows are there, by offsets of 32 bits that go forwards.
  private(set) var hasPlainTexts = false
  /// The values that indices stand for; `free` frees them.
  private(set) var dictionary: UnsafePointer<ArrowColumn>?
  /// The place of the first row.
  fileprivate let first: Int
  /// 0 for a column with one value for all rows.
  fileprivate let step: Int
  /// The number of values.
  let count: Int

  /// - Parameters:
  ///   - start: the first row of the table in its columns.
  ///   - rows: the rows of the table; nil for the values of a dictionary.
  ///   - isArgument: whether texts have to be UTF-8.
  /// - Throws: `invalidArgument` for an array that is not as its schema says, `unsupported`.
  init(
    _ array: ArrowArray, _ schema: ArrowSchema, start: Int = 0, rows: Int? = nil,
    isArgument: Bool = false
  ) throws(Diagnostic) {
    guard array.release != nil, schema.release != nil else {
      throw Diagnostic(.invalidArgument, "the array or its schema was released")
    }
    guard let layout = schema.format.flatMap({ ArrowLayout($0) }),
      schema.dictionary == nil || layout.isInteger
    else { throw Diagnostic(.unsupported, "a column of this type cannot be rendered") }
    let most = Int64(Int.max >> 8)
    guard array.length >= 0, array.offset >= 0, array.length <= most, array.offset <= most else {
      throw Self.damaged("the length or the offset is not a size")
    }
    count = Int(array.length)
    let isOne = count == 1 && start &+ (rows ?? 1) != 1
    guard isOne || count >= start &+ (rows ?? 0) else {
      throw Self.damaged("there are fewer values than rows")
    }
    self.layout = layout
    // A column of nulls has no buffers: each row is the first bit of an empty text, which says null.
    let isNothing = layout.buffers == 0
    first = isNothing ? 0 : Int(array.offset) &+ (isOne ? 0 : start)
    step = isNothing || isOne ? 0 : 1
    guard array.n_buffers >= layout.buffers, layout.buffers == 0 || array.buffers != nil else {
      throw Self.damaged("buffers are missing")
    }
    let nothing = UnsafeRawPointer(Argument.nowhere)
    let buffers = array.buffers
    validity = isNothing ? nothing : array.null_count == 0 ? nil : buffers?[0]
    values = (isNothing ? nil : buffers?[1]) ?? nothing
    bytes =
      (layout.isText ? buffers?[2] : nil)?.assumingMemoryBound(to: UInt8.self) ?? Argument.nowhere
    if layout.buffers > 0, count > 0, buffers?[1] == nil {
      throw Self.damaged("there are no values")
    }
    if layout.kind == .view {
      further = UnsafeBufferPointer(start: buffers.map { $0 + 2 }, count: Int(array.n_buffers) &- 2)
    } else if layout.isText, count > 0 {
      try measure(array, rows: isOne ? 1 : rows, isArgument)
    }
    guard let dictionary = schema.dictionary?.pointee else { return }
    guard dictionary.dictionary == nil, let values = array.dictionary?.pointee else {
      throw Self.damaged("the dictionary is missing or has a dictionary")
    }
    let place = UnsafeMutablePointer<ArrowColumn>.allocate(capacity: 1)
    do throws(Diagnostic) {
      place.initialize(to: try ArrowColumn(values, dictionary))
    } catch {
      place.deallocate()
      throw error
    }
    self.dictionary = UnsafePointer(place)
  }

  /// Which rows of a struct are there; nil when all are.
  init?(validityOf array: ArrowArray, rows: Int) {
    guard array.null_count != 0, array.n_buffers > 0, let buffer = array.buffers?[0] else {
      return nil
    }
    (layout, validity, first, step, count) = (ArrowLayout.null, buffer, Int(array.offset), 1, rows)
    (values, bytes) = (buffer, Argument.nowhere)
  }

  /// Whether the value of a row is null.
  @inline(__always)
  func isNull(_ row: Int) -> Bool {
    guard let validity else { return false }
    let place = first &+ row &* step
    let byte = validity.load(fromByteOffset: place >> 3, as: UInt8.self)
    return byte &>> UInt8(truncatingIfNeeded: place & 7) & 1 == 0
  }

  var isText: Bool { dictionary?.pointee.layout.isText ?? layout.isText }

  func free() { dictionary?.deallocate() }

  /// Looks at the offsets of the first and the last text, and at the bytes between them: looking at each
  /// text by itself would cost more. Those of a dictionary may be many more than rows.
  private mutating func measure(
    _ array: ArrowArray, rows: Int?, _ isArgument: Bool
  ) throws(Diagnostic) {
    let from = offset(first)
    end = offset(first &+ (rows ?? count))
    guard from >= 0, end >= from else { throw Self.damaged("the offsets go backwards") }
    guard end == 0 || array.buffers?[2] != nil else { throw Self.damaged("there are no bytes") }
    guard let rows else { return }
    isASCII = isArgument && !Bytes16.contain(bytes + from, end &- from, where: Bytes16.wide)
    hasPlainTexts = layout.kind == .text && validity == nil && step == 1 && goesForwards(rows)
  }

  /// Whether no offset of the rows is negative or before the one in front of it.
  private func goesForwards(_ rows: Int) -> Bool {
    let start = values + first &* 4
    let signs: UInt64 = 0x8000_0000_8000_0000
    var (negative, forwards) = (UInt64(0), signs)
    var row = 0
    // Two offsets at a time: without their signs, a sign is left where one is not less than the other.
    while row &+ 2 <= rows {
      let pair = start.loadUnaligned(fromByteOffset: row &* 4, as: UInt64.self)
      let next = start.loadUnaligned(fromByteOffset: row &* 4 &+ 4, as: UInt64.self)
      negative |= pair | next
      forwards &= (next | signs) &- (pair & ~signs)
      row &+= 2
    }
    if row < rows, offset(first &+ row) < 0 || offset(first &+ row &+ 1) < offset(first &+ row) {
      return false
    }
    return (negative & signs) == 0 && forwards & signs == signs
  }

  @inline(__always)
  fileprivate func offset(_ place: Int) -> Int {
    layout.kind == .text
      ? Int(values.loadUnaligned(fromByteOffset: place &* 4, as: Int32.self))
      : Int(truncatingIfNeeded: values.loadUnaligned(fromByteOffset: place &* 8, as: Int64.self))
  }

  static func damaged(_ message: Literal) -> Diagnostic { Diagnostic(.invalidArgument, message) }
}

/// Reading, by pointer: a column is large to copy.
extension UnsafePointer where Pointee == ArrowColumn {
  /// The place of the value of a row; nil for null.
  @inline(__always)
  func place(_ row: Int) -> Int? {
    pointee.isNull(row) ? nil : pointee.first &+ row &* pointee.step
  }

  /// The text of a row, in a column of texts or a dictionary of them.
  @inline(__always)
  func text(_ row: Int) -> ArrowText {
    guard let place = place(row) else { return .null }
    guard let dictionary = pointee.dictionary else { return text(at: place) }
    guard let index = index(at: place) else { return .damaged }
    guard let place = dictionary.place(index) else { return .null }
    return dictionary.text(at: place)
  }

  /// The place in a dictionary that a place of indices stands for; nil for one outside.
  @inline(__always)
  func index(at place: Int) -> Int? {
    guard let dictionary = pointee.dictionary else { return nil }
    let index = Int(truncatingIfNeeded: integer(at: place))
    return index >= 0 && index < dictionary.pointee.count ? index : nil
  }

  /// The text of a row; nil for null and one that the array does not hold.
  @inline(__always)
  func presentText(_ row: Int) -> Bytes? {
    guard pointee.hasPlainTexts else { return anyText(row) }
    let place = pointee.values + (pointee.first &+ row) &* 4
    let start = Int(place.loadUnaligned(as: Int32.self))
    let stop = Int(place.loadUnaligned(fromByteOffset: 4, as: Int32.self))
    return Bytes(start: pointee.bytes + start, count: stop &- start)
  }

  @inline(never)
  private func anyText(_ row: Int) -> Bytes? {
    guard case .text(let text) = text(row) else { return nil }
    return text
  }

  /// The integer of a row; nil for null and more than 63 bits.
  @inline(__always)
  func number(_ row: Int) -> Int64? {
    guard let place = place(row) else { return nil }
    let number = integer(at: place)
    return number < 0 && pointee.layout.kind == .uint64 ? nil : number
  }

  @inline(__always)
  func text(at place: Int) -> ArrowText {
    guard pointee.layout.kind != .view else { return viewed(at: place) }
    let (start, stop) = (pointee.offset(place), pointee.offset(place &+ 1))
    guard start >= 0, start <= stop, stop <= pointee.end else { return .damaged }
    return .text(Bytes(start: pointee.bytes + start, count: stop &- start))
  }

  /// Up to twelve bytes lie in the view itself.
  private func viewed(at place: Int) -> ArrowText {
    let view = pointee.values + place &* 16
    let length = Int(view.loadUnaligned(as: Int32.self))
    guard length > 12 else {
      guard length >= 0 else { return .damaged }
      return .text(Bytes(start: (view + 4).assumingMemoryBound(to: UInt8.self), count: length))
    }
    let number = Int(view.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    let start = Int(view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
    let last = pointee.further.count &- 1
    guard number >= 0, number < last, start >= 0, let buffer = pointee.further[number],
      let sizes = pointee.further[last],
      Int64(start &+ length) <= sizes.loadUnaligned(fromByteOffset: number &* 8, as: Int64.self)
    else { return .damaged }
    return .text(Bytes(start: (buffer + start).assumingMemoryBound(to: UInt8.self), count: length))
  }

  /// An integer that fits in 64 bits with a sign; larger ones are negative.
  @inline(__always)
  func integer(at place: Int) -> Int64 {
    switch pointee.layout.kind {
    case .int64: pointee.values.loadUnaligned(fromByteOffset: place &* 8, as: Int64.self)
    case .int32: Int64(pointee.values.loadUnaligned(fromByteOffset: place &* 4, as: Int32.self))
    default: otherInteger(at: place)
    }
  }

  @inline(never)
  private func otherInteger(at place: Int) -> Int64 {
    switch pointee.layout.kind {
    case .int8: Int64(pointee.values.loadUnaligned(fromByteOffset: place, as: Int8.self))
    case .uint8: Int64(pointee.values.loadUnaligned(fromByteOffset: place, as: UInt8.self))
    case .int16: Int64(pointee.values.loadUnaligned(fromByteOffset: place &* 2, as: Int16.self))
    case .uint16: Int64(pointee.values.loadUnaligned(fromByteOffset: place &* 2, as: UInt16.self))
    case .int32, .date:
      Int64(pointee.values.loadUnaligned(fromByteOffset: place &* 4, as: Int32.self))
    case .uint32: Int64(pointee.values.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self))
    default: pointee.values.loadUnaligned(fromByteOffset: place &* 8, as: Int64.self)
    }
  }
}

/// The text of a row.
enum ArrowText {
  case text(Bytes)
  case null
  /// The array does not hold it.
  case damaged
}
