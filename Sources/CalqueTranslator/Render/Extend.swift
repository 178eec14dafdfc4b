import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// The text to show, before placeholders and references are replaced.
enum Source {
  case record(CatalogRecord)
  case text(Bytes)
  case value(Value)

  fileprivate var count: Int {
    switch self {
    case .record(let record): record.textLength
    case .text(let text): text.count
    case .value(let value): value.text?.count ?? 0
    }
  }
}

/// Interpolating, following references, applying post-processors: i18next's `extendTranslation`.
extension Resolved {
  func extend(_ source: Source, _ output: inout Output) -> Answer {
    call.read(source.count)
    guard call.isProcessed else { return render(source, &output) }
    // Most calls name one.
    let only = frame.has(.applyPostProcessor) ? nil : frame.text(.postProcess)
    guard only != nil || !processors.isEmpty else { return render(source, &output) }
    let made = call.captured(expecting: source.count) { render(source, &$0) }
    if let only, case .text(let text) = made, call.postProcess(only, text, &output) {
      return .text
    }
    var value = made.value
    if !value.isNull {
      value = call.postProcess(processors, value, keys: keys.map { Text($0) }, passed)
    }
    return call.give(value, &output)
  }

  private var processors: [Text] {
    guard frame.value(.applyPostProcessor) != .bool(false) else { return [] }
    let own = frame.value(.postProcess).flatMap { $0.isTruthy ? $0.texts : nil }
    return own ?? options.postProcess
  }

  /// The options for post-processors.
  private var passed: Members {
    var passed = frame.members()
    if options.postProcessPassResolved {
      var resolved = Translation(value: match.node?.value)
      resolved.resolution = match.resolution
      resolved.usedParams = call.usedParams
      passed["i18nResolved"] = resolved.details
    }
    return passed
  }

  // MARK: Rendering

  private func render(_ source: Source, _ output: inout Output) -> Answer {
    switch source {
    case .text(let text): return render(text, &output)
    case .value(.text(let text)):
      return text.bytes.withUnsafeBufferPointer { render($0, &output) }
    case .value(let value): return call.evaluation.pointee.give(value)
    case .record(let record):
      if !isScanned, record.kind == NodeKind.plain.rawValue {
        output.append(padded: record.text, record.textLength)
        return .text
      }
      if !isScanned, record.kind == NodeKind.program.rawValue {
        return call.run(record, key, &output)
      }
      let text = Bytes(start: record.text, count: record.textLength)
      return render(text, isOfCatalog: true, &output)
    }
  }

  private var isScanned: Bool { frame.pointee.options & OptionName.scanning != 0 }

  /// A text that is in no catalog, or not compiled there.
  private func render(
    _ text: Bytes, isOfCatalog: Bool = false, _ output: inout Output
  ) -> Answer {
    let isSpecial =
      text.baseAddress.map { core.pointee.specialInTexts.finds(in: $0, text.count) } ?? false
    guard isSpecial || isScanned, !frame.isTruthy(.skipInterpolation) else {
      output.append(text)
      return .text
    }
    // Texts that come again and again, most often defaults, have programs.
    if !isOfCatalog, !isScanned,
      let record = core.pointee.chain._withUnsafeGuaranteedRef({ $0.defaults.program(of: text) })
    {
      return call.run(record, key, &output)
    }
    return call.scan(text, key, lng: match.lng, isFound: match.isFound, &output)
  }
}
