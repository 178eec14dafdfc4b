import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// The built-in post-processors in a first attempt: `interval`, and `sprintf` with plain placeholders and
/// an array of texts and integers.
extension Call {
  /// The text of a record after the post-processor that the call names.
  @inline(never)
  func processed(
    _ record: CatalogRecord, _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Answer {
    let host = core.pointee.owner._withUnsafeGuaranteedRef { $0.postProcessors.count }
    guard core.pointee.isModern, host == 0,
      let name = arguments.text(.postProcess, "postProcess")
    else { return .full }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.processedRoom) { room in
      var made = Output(room.baseAddress, capacity: room.count)
      guard whole(record, into: &made, key) == .done, !made.isTruncated, made.length > 0 else {
        return .full
      }
      let text = Bytes(start: room.baseAddress, count: made.length)
      let start = output.length
      let isDone =
        name.equals("interval")
        ? interval(text, &output) : name.equals("sprintf") && sprintf(text, &output)
      if isDone { return .done }
      output.rewind(to: start)
      return .full
    }
  }

  /// Bytes of a text before its post-processor that a first attempt has room for.
  private static var processedRoom: Int { 1024 }

  /// False when no interval has the count: another key may.
  private func interval(_ text: Bytes, _ output: inout Output) -> Bool {
    var number = 0.0
    if let count = arguments.pointee.count {
      switch count.pointee.kind {
      case .int: number = Double(count.pointee.integer)
      case .double: number = count.pointee.isTruthy ? count.pointee.number : 0
      default: return false
      }
    }
    guard let choice = IntervalPlural.choose(text, number), let start = choice.baseAddress else {
      return false
    }
    output.append(start, choice.count)
    return true
  }

  private func sprintf(_ text: Bytes, _ output: inout Output) -> Bool {
    guard let argument = arguments.named("sprintf"), argument.pointee.kind == .json else {
      return false
    }
    var template = PlainTemplate(text)
    var scan = JSONScan(argument.pointee.bytes)
    let isRead = scan.elements { item in
      guard let verb = template.next(&output) else { return true }
      switch item {
      case .text(let text) where verb == UInt8(ascii: "s"):
        if let start = text.baseAddress { output.append(start, text.count) }
      case .int(let int): output.append(decimal: int)
      default: return false
      }
      return true
    }
    guard isRead, scan.isAtEnd(), template.next(&output) == nil, template.isAtEnd else {
      return false
    }
    argument.noteRead()
    return true
  }
}

/// A template of sprintf whose placeholders are `%s` and `%d`.
private struct PlainTemplate {
  private let text: Bytes
  private var offset = 0

  init(_ text: Bytes) { self.text = text }

  var isAtEnd: Bool { offset == text.count }

  /// Puts out what stands before the next placeholder.
  ///
  /// - Returns: its verb; nil at the end, and before what is no plain placeholder.
  mutating func next(_ output: inout Output) -> UInt8? {
    while offset < text.count {
      let rest = text.part(offset, text.count)
      let percent = rest.firstIndex(of: 0x25) ?? rest.count
      if let start = rest.baseAddress { output.append(start, percent) }
      offset &+= percent
      guard percent &+ 1 < rest.count else { return nil }
      let verb = rest[percent &+ 1]
      guard verb == 0x25 || verb == UInt8(ascii: "s") || verb == UInt8(ascii: "d") else {
        return nil
      }
      offset &+= 2
      guard verb == 0x25 else { return verb }
      output.append(0x25)
    }
    return nil
  }
}
