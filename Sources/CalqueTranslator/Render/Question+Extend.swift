import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// The text to put out, before placeholders and references are replaced.
enum Source {
  case record(CatalogRecord)
  case text(Text)
  case other(Value)

  var count: Int {
    switch self {
    case .record(let record): record.textLength
    case .text(let text): text.count
    case .other: 0
    }
  }

  init(_ value: Value) {
    if case .text(let text) = value { self = .text(text) } else { self = .other(value) }
  }
}

/// Interpolating, following references, applying post processors.
extension Question {
  /// - Returns: a value that is not text; text is in the output.
  func extend(_ source: Source, _ output: inout Output) -> Value? {
    let names = processors
    arguments.pointee.work?.pointee.read(source.count)
    guard !names.isEmpty else { return render(source, &output) }
    let value = call.captured(in: source.count) { render(source, &$0) }
    guard !value.isNull else { return value }
    let result = PostProcessors(snapshot: snapshot, work: arguments.pointee.work).apply(
      names, to: value, keys: keys.map { Text($0) }, options: passed
    ) { key, options in
      snapshot.value(of: key, options, on: call)
    }
    guard case .text(let text) = result else { return result }
    output.append(text)
    return nil
  }

  private var processors: [Text] {
    let own = arguments.value(.postProcess, "postProcess").flatMap { $0.isTruthy ? $0.texts : nil }
    guard own != nil || core.pointee.hasPostProcessors,
      arguments.value(.applyPostProcessor, "applyPostProcessor") != .bool(false)
    else { return [] }
    return own ?? snapshot.options.postProcess
  }

  /// The options for post processors.
  private var passed: Members {
    var passed = arguments.members
    if snapshot.options.postProcessPassResolved {
      var resolved = Translation(value: match.node?.value)
      resolved.resolution = match.resolution
      resolved.usedParams = call.usedParams
      passed["i18nResolved"] = resolved.details
    }
    return passed
  }

  // MARK: Rendering

  private static let scanning =
    OptionName.interpolation.bit | OptionName.nest.bit | OptionName.skipInterpolation.bit

  private func render(_ source: Source, _ output: inout Output) -> Value? {
    switch source {
    case .other(let value): return value
    case .text(let text): return render(text, &output)
    case .record(let record):
      guard arguments.pointee.options & Self.scanning == 0 else {
        return render(Text(Bytes(start: record.text, count: record.textLength)), &output)
      }
      if record.kind == NodeKind.plain.rawValue {
        output.append(padded: record.text, record.textLength)
        return nil
      }
      guard record.kind == NodeKind.program.rawValue else {
        return render(Text(Bytes(start: record.text, count: record.textLength)), &output)
      }
      return run(record.program, record.text, record.textLength, &output)
    }
  }

  private func run(
    _ program: UnsafePointer<UInt8>, _ text: UnsafePointer<UInt8>, _ count: Int,
    _ output: inout Output
  ) -> Value? {
    guard let work = arguments.pointee.work else { return nil }
    let step = PatternStep(program, text)
    // A reference that is all of a text stands for its value, whatever that is.
    let isWhole =
      step.operation?.isReference ?? false && step.literalCount == 0
      && step.placeholderCount == count
    if isWhole { work.pointee.whole = step.address }
    let start = output.length
    let before = work.pointee.now
    if work.pointee.cannotFollow(program, ofText: count) { _ = work.pointee.giveUp() }
    work.pointee.programs += 1
    let answer = work.pointee.scansAll ? .full : call.run(program, text, count, into: &output, key)
    work.pointee.programs -= 1
    if answer == .done {
      guard isWhole, let value = work.pointee.value else { return nil }
      work.pointee.value = nil
      return value
    }
    output.rewind(to: start)
    // The outermost program does all of it again, by scanning.
    if work.pointee.scansAll, work.pointee.programs > 0 { return nil }
    work.pointee.goBack(to: before)
    return scan(Text(Bytes(start: text, count: count)), &output)
  }

  /// A text that is in no catalog, or not compiled there.
  private func render(_ text: Text, _ output: inout Output) -> Value? {
    if arguments.isTruthy(.skipInterpolation, "skipInterpolation") {
      output.append(text)
      return nil
    }
    let isMarked = text.bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { core.pointee.rendered.occurs(in: $0, bytes.count) } ?? false
    }
    guard isMarked || arguments.pointee.options & Self.scanning != 0 else {
      output.append(text)
      return nil
    }
    return scan(text, &output)
  }

  private func scan(_ text: Text, _ output: inout Output) -> Value? {
    Scan(call: call, key: key, lng: match.lng).put(text, isFound: match.isFound, &output)
  }
}

extension Call {
  /// Text that is rendered into memory of its own, or the value that `make` returns.
  ///
  /// - Parameter expected: bytes that there is room for at once, if they are many.
  func captured(in expected: Int = 0, _ make: (inout Output) -> Value?) -> Value {
    withCaptured(in: expected, make) { .text(Text($0)) } ?? .null
  }

  /// Calls `body` with the text that `make` puts into memory of its own, unless `make` returns a result.
  ///
  /// - Parameter expected: as for `captured`.
  func withCaptured<Result>(
    in expected: Int = 0, _ make: (inout Output) -> Result?, _ body: (Bytes) -> Result
  ) -> Result? {
    guard let work = arguments.pointee.work else { return nil }
    let before = work.pointee.now
    var capacity = max(expected, work.pointee.beginCapture())
    defer { work.pointee.endCapture() }
    while true {
      let (result, length) = attempt(capacity, make, body)
      if let result { return result }
      work.pointee.repeatCapture(from: before, length)
      // A host that answers with more the next time has some room for it.
      capacity = length &+ length / 2 &+ 64
    }
  }

  /// - Returns: a result, or the length that there was no room for.
  private func attempt<Result>(
    _ capacity: Int, _ make: (inout Output) -> Result?, _ body: (Bytes) -> Result
  ) -> (Result?, Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { room in
      var output = Output(room.baseAddress, capacity: capacity)
      if let result = make(&output) { return (result, 0) }
      guard !output.isTruncated else { return (nil, output.length) }
      return (body(Bytes(room).part(0, output.length)), 0)
    }
  }
}
