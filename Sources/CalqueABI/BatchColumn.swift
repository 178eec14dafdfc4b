import CCalque
import CalqueBase

/// Texts of a batch: bytes and where each begins.
struct BatchTexts {
  private let bytes: UnsafePointer<CChar>
  private let offsets: UnsafePointer<Int32>
  private let count: Int

  /// - Parameter count: at least 1.
  /// - Throws: `invalidArgument` when offsets are negative or go down.
  init(
    _ bytes: UnsafeRawPointer?, _ offsets: UnsafePointer<Int32>?, _ count: Int, _ name: Literal
  ) throws(Diagnostic) {
    guard let offsets else { throw Input.missing(name) }
    for position in 0..<count
    where offsets[position] < 0 || offsets[position + 1] < offsets[position] {
      throw Diagnostic(.invalidArgument, Text(name) + " go down or are negative")
    }
    let isEmpty = offsets[count] == 0
    guard let start = bytes ?? (isEmpty ? UnsafeRawPointer(offsets) : nil) else {
      throw Diagnostic(.invalidArgument, "NULL with " + Text(name) + " over 0")
    }
    self.bytes = start.assumingMemoryBound(to: CChar.self)
    self.offsets = offsets
    self.count = count
  }

  /// The text of a row; the only one when there is only one.
  func text(_ row: Int) -> (start: UnsafePointer<CChar>, count: Int) {
    let position = count == 1 ? 0 : row
    let start = Int(offsets[position])
    return (bytes + start, Int(offsets[position + 1]) - start)
  }
}

/// A column of a batch, checked.
struct BatchColumn {
  private let column: calque_column
  private let texts: BatchTexts?

  /// - Throws: `invalidArgument`.
  init(_ column: calque_column, rows: Int) throws(Diagnostic) {
    guard column.count == rows || column.count == 1 else {
      throw Diagnostic(
        .invalidArgument, "the count of a column is neither 1 nor the number of rows")
    }
    guard column.kind >= 0, column.kind <= 6 else {
      throw Diagnostic(.invalidArgument, "a column is of an unknown kind")
    }
    self.column = column
    if column.kind >= CALQUE_ARG_KIND_TEXT, column.count > 0 {
      texts = try BatchTexts(column.values, column.offsets, column.count, "offsets of a column")
    } else {
      texts = nil
      guard column.values != nil || column.kind == CALQUE_ARG_KIND_NULL || rows == 0 else {
        throw Input.missing("values of a column")
      }
    }
  }

  func argument(_ row: Int) -> calque_arg {
    var arg = calque_arg()
    arg.name = column.name
    arg.name_length = column.name_length
    arg.kind = column.kind
    if let texts {
      (arg.text, arg.length) = texts.text(row)
      return arg
    }
    // A column of NULL may have values that nobody described.
    guard column.kind != CALQUE_ARG_KIND_NULL, let values = column.values else { return arg }
    let position = column.count == 1 ? 0 : row
    switch column.kind {
    case CALQUE_ARG_KIND_INT:
      arg.integer = values.loadUnaligned(fromByteOffset: position * 8, as: Int64.self)
    case CALQUE_ARG_KIND_DOUBLE:
      arg.number = values.loadUnaligned(fromByteOffset: position * 8, as: Double.self)
    default: arg.integer = values.load(fromByteOffset: position, as: UInt8.self) != 0 ? 1 : 0
    }
    return arg
  }
}
