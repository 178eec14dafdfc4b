public import CCalque
import CalqueBase

// include/calque/batch.h

@c @implementation
public func calque_view_translate_batch(
  _ view: OpaquePointer?, _ batch: UnsafePointer<calque_batch>?,
  _ length: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  length?.pointee = 0
  return Outcome.of(error) { () throws(Diagnostic) in
    let (view, batch) = (try Input.given(view, "view"), try Input.given(batch, "batch"))
    var run = try BatchRun(view, try Structure.read(batch, calque_batch(), "batch"))
    let status = try run.run()
    length?.pointee = run.total
    return status
  }
}

/// A batch under way.
private struct BatchRun {
  private let view: OpaquePointer
  private let batch: calque_batch
  /// nil when there are none.
  private var keys: BatchKeys?
  private let columns: [BatchColumn]
  /// Bytes of the texts so far, fitting or not.
  private(set) var total = 0
  private var isTruncated = false
  private var isMissing = false

  init(_ view: OpaquePointer, _ batch: calque_batch) throws(Diagnostic) {
    guard batch.rows >= 0, batch.capacity >= 0, batch.column_count >= 0 else {
      throw Diagnostic(.invalidArgument, "a number of the batch is too large")
    }
    guard batch.key_count == batch.rows || batch.key_count == 1 else {
      throw Diagnostic(.invalidArgument, "key_count is neither 1 nor the number of rows")
    }
    self.view = view
    self.batch = batch
    guard batch.separator < 0x80, batch.reserved == 0 else {
      throw Diagnostic(.invalidArgument, "the separator is not an ASCII character")
    }
    keys = batch.rows == 0 ? nil : try BatchKeys(batch)
    var columns: [BatchColumn] = []
    for position in 0..<batch.column_count {
      guard let given = batch.columns else { throw Input.missing("columns") }
      columns.append(try BatchColumn(given[position], rows: batch.rows))
    }
    self.columns = columns
  }

  mutating func run() throws(Diagnostic) -> calque_status {
    if batch.capacity > 0 { batch.buffer?.pointee = 0 }
    var arguments = [calque_arg](repeating: calque_arg(), count: columns.count)
    try put(offset: total, at: 0)
    for row in 0..<batch.rows {
      guard let key = try keys?.next(row) else { break }
      for position in columns.indices { arguments[position] = columns[position].argument(row) }
      let status = translate(key, arguments)
      guard status < DiagnosticCode.invalidArgument.rawValue else { throw failure(status, row) }
      batch.statuses?[row] = status
      if status == CALQUE_MISSING_KEY { isMissing = true }
      try put(offset: total, at: row + 1)
    }
    if isTruncated { return CALQUE_TRUNCATED }
    return isMissing ? CALQUE_MISSING_KEY : CALQUE_OK
  }

  /// Translates a key behind those before it.
  private mutating func translate(
    _ key: (start: UnsafePointer<CChar>, count: Int), _ arguments: [calque_arg]
  ) -> calque_status {
    let room = isTruncated || batch.buffer == nil ? 0 : batch.capacity - total
    let place = room > 0 ? batch.buffer.map { $0 + total } : nil
    var length = 0
    let status = arguments.withUnsafeBufferPointer { arguments in
      calque_view_translate(
        view, key.start, key.count, arguments.baseAddress, arguments.count, place, room, &length)
    }
    total += length
    if status == CALQUE_TRUNCATED { isTruncated = true }
    guard batch.separator != 0, status < DiagnosticCode.invalidArgument.rawValue else {
      return status
    }
    return endText() ? status : CALQUE_TRUNCATED
  }

  /// Puts the separator behind a text; false when it does not fit.
  private mutating func endText() -> Bool {
    let end = total
    total += 1
    guard !isTruncated, total < batch.capacity, let buffer = batch.buffer else {
      isTruncated = true
      return false
    }
    buffer[end] = CChar(truncatingIfNeeded: batch.separator)
    buffer[total] = 0
    return true
  }

  /// - Throws: `limitExceeded` when the texts are longer than 32 bits can tell.
  private func put(offset: Int, at row: Int) throws(Diagnostic) {
    batch.large_offsets?[row] = Int64(offset)
    guard let offsets = batch.offsets else { return }
    guard let short = Int32(exactly: offset) else {
      throw Diagnostic(.limitExceeded, "the texts are too long for 32-bit offsets")
    }
    offsets[row] = short
  }

  private func failure(_ status: calque_status, _ row: Int) -> Diagnostic {
    var path: Text = "rows."
    path.append(decimal: row)
    return Diagnostic(
      DiagnosticCode(rawValue: status) ?? .invalidArgument,
      "a key or an argument of a row is not right", path: path)
  }
}
