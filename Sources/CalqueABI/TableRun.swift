import CCalque
import CalqueBase
import CalqueTemplate
import CalqueTranslator

/// Renders the rows of a table: by a prepared text, or as calls like those through `CallDoor`.
final class TableRun {
  private let table: Table
  private let renderer: Renderer
  private let reader: ChainReader
  private let arguments: UnsafeMutablePointer<Argument>
  /// Takes part when no column is an option that it does not know.
  private var prepared: PreparedRows
  private let isSimple: Bool
  /// The next row.
  private var row = 0
  private(set) var status = CALQUE_OK

  /// The text was longer than the room for it; there is room now.
  private static let again: calque_status = -1

  init(_ table: Table, _ renderer: Renderer) {
    (self.table, self.renderer) = (table, renderer)
    reader = renderer.view.reader
    arguments = .allocate(capacity: max(table.count, 1))
    isSimple =
      renderer.view.direct != nil && !table.hasOtherLanguages
      && !reader.pointee.options.returnDetails
      && (0..<table.count).allSatisfy { table.parameters[$0].option?.isForTables ?? true }
    prepared = PreparedRows(table, renderer.forms(for: table), isSimple: isSimple)
  }

  deinit {
    prepared.free()
    renderer.takeBack(prepared.forms)
    arguments.deallocate()
  }

  var rowsLeft: Int { table.rows &- row }

  /// Renders rows until there are so many, or so many bytes of text.
  ///
  /// - Throws: `limitExceeded` when offsets of 32 bits do not reach.
  func render(into texts: RenderedTexts, rows: Int, bytes: Int) throws(Diagnostic) {
    let end = row &+ min(rows, rowsLeft)
    withUnsafeTemporaryAllocation(byteCount: Evaluation.stackBytes, alignment: 16) { block in
      // A block of a fixed size, which is not 0.
      let start = block.baseAddress.unsafelyUnwrapped
      var evaluation = Evaluation(start, Evaluation.stackBytes, reader)
      withUnsafeMutablePointer(to: &evaluation) { evaluation in
        var frame = frame(evaluation)
        withUnsafeMutablePointer(to: &frame) { frame in
          while row < end, texts.count < bytes, !texts.isFull {
            if prepared.put(row, texts) {
              row &+= 1
              continue
            }
            evaluation.initialize(to: Evaluation(start, Evaluation.stackBytes, reader))
            let status =
              table.has(row) ? render(row, frame, evaluation, texts) : CALQUE_INVALID_ARGUMENT
            if status == Self.again { continue }
            close(status, texts)
            row &+= 1
          }
        }
      }
    }
    if texts.isFull {
      throw Diagnostic(.limitExceeded, "the texts exceed 32-bit offsets")
    }
  }

  /// A frame whose arguments are there and have no values yet.
  private func frame(_ evaluation: UnsafeMutablePointer<Evaluation>) -> Frame {
    var frame = Frame(evaluation, reader, arguments)
    for position in 0..<table.count {
      frame.add(Argument(table.parameters[position].name, .null, 0, .none))
    }
    return frame
  }

  @inline(never)
  private func close(_ status: calque_status, _ texts: RenderedTexts) {
    let isMissing = status == CALQUE_MISSING_KEY
    let isFailed = status != CALQUE_OK && !isMissing
    if isFailed {
      self.status = CALQUE_PARTIAL
    } else if isMissing, self.status == CALQUE_OK {
      self.status = status
    }
    texts.end(status, isNull: isFailed || (isMissing && renderer.options.missing == .null))
  }

  /// Renders a row; the text is put out only with `ok` and `missingKey`.
  @inline(__always)
  private func render(
    _ row: Int, _ frame: UnsafeMutablePointer<Frame>,
    _ evaluation: UnsafeMutablePointer<Evaluation>, _ texts: RenderedTexts
  ) -> calque_status {
    guard case .text(let key) = table.keys.text(row) else { return CALQUE_INVALID_ARGUMENT }
    let failure = read(row, evaluation)
    guard failure == CALQUE_OK else {
      evaluation.pointee.end()
      return failure
    }
    var output = texts.output
    let answer: Answer
    if isSimple {
      answer =
        prepared.answer(row, key, frame, &output)
        ?? reader.answer(key, &frame.pointee, into: &output)
    } else {
      frame.pointee = self.frame(row, evaluation)
      guard let other = unusual(key, frame, &output) else {
        evaluation.pointee.end()
        return CALQUE_INVALID_UTF8
      }
      answer = other
    }
    if answer.contains(.value) {
      Translation.put(evaluation.pointee.value, &output)
    }
    guard reader.end(&frame.pointee, for: key) else { return CALQUE_INVALID_UTF8 }
    guard texts.take(output) else { return Self.again }
    return answer.contains(.missing) ? CALQUE_MISSING_KEY : CALQUE_OK
  }

  /// Reads the arguments of a row.
  @inline(__always)
  private func read(
    _ row: Int, _ evaluation: UnsafeMutablePointer<Evaluation>
  ) -> calque_status {
    let arena = UnsafeMutableRawPointer(evaluation).assumingMemoryBound(to: Arena.self)
    for position in 0..<table.count {
      let column = table.column(position)
      guard let argument = column.argument(table.parameters[position].name, row, arena) else {
        return CALQUE_INVALID_ARGUMENT
      }
      guard argument.kind != .text || column.pointee.isASCII || argument.bytes.isUTF8 else {
        return CALQUE_INVALID_UTF8
      }
      arguments[position] = argument
    }
    return CALQUE_OK
  }

  // MARK: Tables with other options

  /// The frame of arguments whose values say what they are for.
  private func frame(_ row: Int, _ evaluation: UnsafeMutablePointer<Evaluation>) -> Frame {
    var frame = Frame(evaluation, reader, arguments)
    for position in 0..<table.count { frame.add(arguments[position]) }
    return frame
  }

  /// A call that may have a prefix for its key, or details as its result; nil for a key that is not UTF-8.
  @inline(never)
  private func unusual(
    _ key: Bytes, _ frame: UnsafeMutablePointer<Frame>, _ output: inout Output
  ) -> Answer? {
    var whole = key
    if frame.pointee.hasKeyPrefix || !renderer.view.prefix.isEmpty {
      guard UTF8Check.firstInvalid(key) == nil else { return nil }
      let given = UnsafePointer(frame).keyPrefix
      whole = frame.pointee.evaluation.pointee.arena.copy(
        renderer.view.whole(Text(key), keyPrefix: given))
    }
    guard reader.isDetailed(&frame.pointee) else {
      return reader.answer(whole, &frame.pointee, into: &output)
    }
    return reader.answerInDetail(whole, &frame.pointee, into: &output)
  }
}
