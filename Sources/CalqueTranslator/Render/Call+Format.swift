import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Calls of formatters. This is the one place where they are made.
extension Call {
  /// The value after all formatters of a placeholder or reference.
  ///
  /// - Parameters:
  ///   - lng: of the text, where no option of the call says more.
  ///   - isFirst: a first attempt: nil for what the host has to be asked.
  func format(
    _ operand: Operand, _ detail: PatternDetail, _ lng: Text?, isFirst: Bool
  ) -> Value? {
    // Arguments of other names cannot change what the formatters do.
    let isPlain = !hasFormatOptions
    if isFirst, !isPlain || core.pointee.hasFormatters { return nil }
    var value = operand.value
    if isPlain, !core.pointee.hasFormatters {
      let locale = locale(lng)
      for spec in detail.formats where !value.isNull {
        value = builtIn(spec.name, value, spec.options, locale) ?? value
      }
      return value
    }
    let snapshot = snapshot
    let own = ownOptions(detail.name)
    let options = options
    let locale = locale(lng, own, options)
    for spec in detail.formats where !value.isNull {
      let merged = spec.options.merging(options).merging(own)
      value = apply(spec.name, value, merged, locale, snapshot) ?? value
    }
    return value
  }

  /// The host's formatter, the library's, or the host's for all other names.
  private func apply(
    _ name: Text, _ value: Value, _ options: Members, _ locale: Text, _ snapshot: Snapshot
  ) -> Value? {
    if let formatter = snapshot.formatters[name] { return formatter(value, locale, options) }
    if let formatted = builtIn(name, value, options, locale) { return formatted }
    return snapshot.formatters["*"].flatMap { any in
      any(value, locale, options.merging(Members([("format", .text(name))])))
    }
  }

  private func builtIn(
    _ name: Text, _ value: Value, _ options: Members, _ locale: Text
  ) -> Value? {
    snapshot.formats.format(name, value, locale: locale, options: options)
  }

  // MARK: Options

  private var hasFormatOptions: Bool {
    let isOption: (Argument) -> Bool = { FormatOption.isOne($0.name.bytes) }
    // `lng` says no more than what language the text is taken to be in.
    return arguments.contains { isOption($0) && !$0.name.bytes.equals("lng") }
      || arguments.pointee.data?.contains(isOption) ?? false
  }

  /// All that the call has, options and variables.
  private var options: Members {
    guard let data = arguments.pointee.data else {
      let own = arguments.members
      return core.pointee.hasDefaults
        ? own.merging(snapshot.options.defaultVariables.merging(own)) : own
    }
    return arguments.members
      .merging(snapshot.options.defaultVariables.merging(data.members))
  }

  /// What `formatParams` has for a variable.
  private func ownOptions(_ variable: Text) -> Members {
    guard case .object(let all)? = arguments.value(.formatParams, "formatParams"),
      case .object(let own)? = all[variable]
    else { return Members() }
    return own
  }

  /// The language of formatters.
  func locale(_ lng: Text?) -> Text { lng ?? snapshot.language ?? "" }

  private func locale(_ lng: Text?, _ own: Members, _ options: Members) -> Text {
    [own["locale"], own["lng"], options["locale"], options["lng"]]
      .compactMap { $0?.text }.first { !$0.isEmpty } ?? locale(lng)
  }

  /// `lng` of the call, the current language, or that of the text.
  ///
  /// - Parameter address: in the catalog of the text.
  func usedLanguage(_ address: UnsafeRawPointer, _ key: UnsafePointer<CallKey>) -> Text? {
    if arguments.has(.lng), let lng = arguments.named("lng")?.pointee.value?.text {
      return lng
    }
    // A first attempt has the options of its view not among its arguments.
    if arguments.pointee.work == nil {
      for fixed in core.pointee.fixed where fixed.name.bytes.equals("lng") {
        return Text(fixed.bytes)
      }
    }
    return snapshot.language ?? language(of: address, key)
  }

  /// The language of a text.
  func language(of address: UnsafeRawPointer, _ key: UnsafePointer<CallKey>) -> Text? {
    key.pointee.core.layer(at: address).flatMap { layer in
      key.pointee.core.pointee.chain._withUnsafeGuaranteedRef { $0.codes[layer.pointee.code] }
    }
  }
}
