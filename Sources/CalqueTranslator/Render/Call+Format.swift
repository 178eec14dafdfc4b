import CalqueBase
import CalqueFormat
import CalqueTemplate

/// Calls of formatters. This is the one place where they are made.
extension Call {
  /// The value after all formatters of a placeholder or reference.
  ///
  /// - Parameters:
  ///   - lng: of the text, where no option of the call says more.
  ///   - key: the key of the text, for reports; nil for none.
  func format(
    _ operand: Operand, _ detail: PatternDetail, _ lng: Text?,
    of key: UnsafePointer<CallKey>?
  ) -> Value {
    var value = operand.value
    guard mayFormat(operand, detail) else { return value }
    // Arguments of other names cannot change what the formatters do.
    if !core.pointee.hasFormatters, !hasFormatOptions {
      let made = locale(lng).bytes.withUnsafeBufferPointer {
        self.snapshot.formats.made(detail, $0, evaluation).takeUnretainedValue()
      }
      for formatter in made.formatters where !value.isNull {
        value = BuiltInFormats.format(value, formatter)
      }
      return value
    }
    let (own, options) = (ownOptions(detail.name), passed)
    if let told = byHost(value, detail, lng, options) { return told }
    let given = [own["locale"], own["lng"], options["locale"], options["lng"]]
    let locale = given.compactMap { $0?.text }.first { !$0.isEmpty } ?? locale(lng)
    let (formats, formatters) = (snapshot.formats, snapshot.parts.formatters)
    // The host's formatter, the library's, or the host's for all other names.
    for spec in detail.formats where !value.isNull {
      let (name, options) = (spec.name, spec.options.merging(options).merging(own))
      if let formatter = host(formatters[name]) {
        value = formatter(value, locale, options) ?? value
      } else if let formatted = formats.format(name, value, locale: locale, options: options) {
        value = formatted
      } else if let any = formatters["*"] {
        let named = options.merging(Members([("format", .text(name))]))
        value = host(any)?(value, locale, named) ?? value
      } else if let key {
        tellMissing(formatter: name, of: key, lng)
      }
    }
    return value
  }

  /// Formatters beyond the first are steps of their own, each over the text of the one before. Over a
  /// limit the value goes without them.
  private func mayFormat(_ operand: Operand, _ detail: PatternDetail) -> Bool {
    guard detail.formats.count > 1 else { return true }
    let count =
      switch operand {
      case .argument(let argument): argument.pointee.textCount
      default: operand.value.text?.count ?? 0
      }
    for _ in detail.formats { read(count) }
    return detail.formats.dropFirst().allSatisfy { _ in charge() }
  }

  // MARK: Placeholders

  /// A variable with formatters.
  @inline(never)
  func formatted(
    _ step: PatternStep, _ operation: Pattern.Operation, _ key: UnsafePointer<CallKey>,
    _ output: inout Output
  ) {
    detail(of: step, key)._withUnsafeGuaranteedRef { detail in
      if formatNumber(step, operation, detail, key, &output) { return }
      // In a reference a language is among the options.
      if key.pointee.borrowsFrame, hasFormatOptions {
        return asReference { $0.formatOther(step, operation, detail, key, &output) }
      }
      formatOther(step, operation, detail, key, &output)
    }
  }

  @inline(never)
  private func formatOther(
    _ step: PatternStep, _ operation: Pattern.Operation, _ detail: PatternDetail,
    _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) {
    guard let operand = lookUp(step.nameBytes) else { return absent(step, operation, &output) }
    let lng = Text(usedLanguage(step.address, key))
    insert(format(operand, detail, lng, of: key), escapes: operation.escapes, &output)
  }

  /// A number, written into the output by the library's formatter; false for what is more.
  private func formatNumber(
    _ step: PatternStep, _ operation: Pattern.Operation, _ detail: PatternDetail,
    _ key: UnsafePointer<CallKey>, _ output: inout Output
  ) -> Bool {
    guard !core.pointee.hasFormatters, !core.pointee.asksForFormat,
      !step.nameBytes.contains(0x2E), let argument = variable(of: step),
      argument.pointee.kind == .int || argument.pointee.kind == .double, !hasFormatOptions
    else { return false }
    let language = usedLanguage(step.address, key)
    let made = core.pointee.snapshot._withUnsafeGuaranteedRef {
      $0.formats.made(detail, language, evaluation)
    }
    return made._withUnsafeGuaranteedRef { made in
      guard let only = made.only else { return false }
      // Digits and letters are not escaped.
      if made.isSafe, !core.pointee.asksForEscape { return Self.append(argument, only, &output) }
      var text = Output(in: arena)
      if Self.append(argument, only, &text) {
        insert(text.bytes, escapes: operation.escapes, &output)
      } else {
        insert(argument, escapes: operation.escapes, &output)
      }
      return true
    }
  }

  @inline(never)
  private static func append(
    _ argument: UnsafePointer<Argument>, _ formatter: Unmanaged<Formatter>, _ output: inout Output
  ) -> Bool {
    formatter._withUnsafeGuaranteedRef {
      argument.pointee.kind == .int
        ? $0.format(argument.pointee.integer, to: &output)
        : $0.format(argument.pointee.number, to: &output)
    }
  }

  /// The host's one function for all formatters; nil when it has nothing to say of any.
  private func byHost(
    _ value: Value, _ detail: PatternDetail, _ lng: Text?, _ options: Members
  ) -> Value? {
    guard let format = host(snapshot.host.formatValue) else { return nil }
    var options = options
    options["interpolationkey"] = .text(detail.name)
    var answer: Value?
    for spelled in detail.spelled {
      answer = format(answer ?? value, spelled, locale(lng), options) ?? answer
    }
    return answer
  }

  /// A variable without a format, as formatted by `alwaysFormat`.
  func always(_ value: Value, _ name: Text, _ lng: Text?) -> Value {
    var options = passed
    options["interpolationkey"] = .text(name)
    return host(snapshot.host.formatValue)?(value, nil, locale(lng), options)
      ?? host(snapshot.parts.formatters[""])?(value, locale(lng), options) ?? value
  }

  // MARK: Options

  private var hasFormatOptions: Bool {
    // `lng` says no more than what language the text is taken to be in.
    frame.hasFormatOption(besides: "lng")
      || frame.pointee.data?.hasFormatOption(besides: "") ?? false
  }

  /// The options and variables of the call.
  private var passed: Members {
    let data = frame.pointee.data ?? frame
    return frame.members().merging(options.defaultVariables.merging(data.members()))
  }

  /// The members of `formatParams` for a variable.
  private func ownOptions(_ variable: Text) -> Members {
    guard case .object(let all)? = frame.value(.formatParams),
      case .object(let own)? = all[variable]
    else { return Members() }
    return own
  }

  /// The language of formatters.
  func locale(_ lng: Text?) -> Text { lng ?? snapshot.language ?? "" }

  /// `lng` of the call, the current language, or that of the text, which its chain keeps.
  ///
  /// - Parameter address: in the catalog of the text.
  @inline(__always)
  private func usedLanguage(_ address: UnsafeRawPointer, _ key: UnsafePointer<CallKey>) -> Bytes {
    if let lng = frame.lng { return lng }
    if !core.pointee.language.isEmpty { return core.pointee.language }
    return (key.pointee.core.language(at: address) ?? "").bytes.withUnsafeBufferPointer { $0 }
  }
}
