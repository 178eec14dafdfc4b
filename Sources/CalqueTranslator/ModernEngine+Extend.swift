import CalqueBase
import CalqueJSON
import CalqueTemplate
import CalqueCatalog

extension ModernEngine {
  /// Interpolates, resolves references, applies post processors.
  func extend(_ value: Value, _ call: Call, _ resolution: Resolution) -> Value {
    var result = value
    if case .text(let text) = value, !(call.options["skipInterpolation"]?.isTruthy ?? false) {
      result = render(text, call, resolution)
    }
    return postProcess(result, call, resolution)
  }

  private func render(_ text: Text, _ call: Call, _ resolution: Resolution) -> Value {
    let tools = tools(call.options)
    var callOptions = call.options
    let before = tools.syntax.skipOnVariables ? tools.nesting.count(in: text) : 0
    let filled = interpolate(
      text, data: data(callOptions), tools, callOptions,
      lng: callOptions["lng"]?.text ?? snapshot.language ?? resolution.usedLng)
    if tools.syntax.skipOnVariables, before < tools.nesting.count(in: filled) {
      return .text(filled)
    }
    if callOptions["nest"] == .bool(false) { return .text(filled) }
    if !(callOptions["lng"]?.isTruthy ?? false), resolution.found?.isTruthy ?? false {
      callOptions["lng"] = (snapshot.language ?? resolution.usedLng).map { .text($0) }
    }
    return nest(filled, call, callOptions, tools)
  }

  // MARK: Tools

  /// Scanners for the syntax of a call.
  struct Tools {
    let interpolator: Interpolator
    let nesting: NestingScanner
    let defaults: Members

    var syntax: InterpolationSyntax { interpolator.syntax }
  }

  private func tools(_ callOptions: Members) -> Tools {
    guard case .object(let members)? = callOptions["interpolation"] else {
      return Tools(
        interpolator: snapshot.interpolator, nesting: snapshot.nesting,
        defaults: options.defaultVariables)
    }
    // An option of the wrong type is left out: a call always yields text.
    var changed = options
    try? changed.readInterpolation(OptionReader(members, path: "interpolation."))
    return Tools(
      interpolator: Interpolator(changed.interpolation),
      nesting: NestingScanner(changed.interpolation), defaults: options.defaultVariables)
  }

  /// Where variables are looked up: `replace` if it is an object, else the options themselves.
  private func data(_ callOptions: Members) -> Members {
    let own: Members
    if case .object(let replace)? = callOptions["replace"] {
      own = replace
    } else {
      own = callOptions
    }
    guard !options.defaultVariables.isEmpty else { return own }
    return options.defaultVariables.merging(own)
  }

  // MARK: Interpolation

  /// - Parameter callOptions: nil for the options text of a reference, which knows no call.
  func interpolate(
    _ text: Text, data: Members, _ tools: Tools, _ callOptions: Members?, lng: Text?
  ) -> Text {
    tools.interpolator.interpolate(
      text,
      resolve: { inside, match, whole in
        replacement(of: inside, match, in: whole, data, tools, callOptions, lng)
      },
      escape: { snapshot.host.escape?($0) ?? HTMLEscape.escape($0) })
  }

  private func replacement(
    of inside: Text, _ match: Text, in whole: Text, _ data: Members, _ tools: Tools,
    _ callOptions: Members?, _ lng: Text?
  ) -> Interpolator.Replacement {
    guard state.step(), whole.count <= state.limits.maxOutput else { return .keep }
    let value = formatted(inside, data, tools, callOptions ?? Members(), lng)
    if let value { return .text(ValueText.of(value)) }
    if let handler = snapshot.host.missingInterpolation {
      return .text(handler(whole, match, inside) ?? "")
    }
    if callOptions?.contains(inside) ?? false { return .text("") }
    return tools.syntax.skipOnVariables ? .keep : .text("")
  }

  /// The value of `name` or `name, format`.
  private func formatted(
    _ inside: Text, _ data: Members, _ tools: Tools, _ callOptions: Members, _ lng: Text?
  ) -> Value? {
    let separator = tools.syntax.formatSeparator
    guard let comma = inside.firstIndex(of: separator) else {
      let value = lookUp(inside, data, tools)
      guard tools.syntax.alwaysFormat, let value, let always = snapshot.formatters[""] else {
        return value
      }
      return always(value, lng ?? "", callOptions) ?? value
    }
    let name = inside.part(0, comma).trimmed()
    let format = inside.part(comma + separator.count).trimmed()
    guard let value = lookUp(name, data, tools) else { return nil }
    let all = callOptions.merging(data)
    return self.format(value, by: format, separator, variable: name, options: all, lng: lng)
  }

  private func lookUp(_ path: Text, _ data: Members, _ tools: Tools) -> Value? {
    Interpolator.value(
      of: path, in: data, defaults: tools.defaults, keySeparator: options.keySeparator,
      flat: options.ignoreJSONStructure)
  }

  // MARK: Formatters

  /// Applies a chain of formatters. Unknown ones leave the value as it is.
  func format(
    _ value: Value, by chain: Text, _ separator: Text, variable: Text, options: Members, lng: Text?
  ) -> Value {
    var own = Members()
    if case .object(let all)? = options["formatParams"], case .object(let params)? = all[variable] {
      own = params
    }
    let locale =
      [own["locale"], own["lng"], options["locale"], options["lng"]]
      .compactMap { $0?.text }.first { !$0.isEmpty } ?? lng ?? ""
    return FormatSpec.chain(chain, separator: separator).reduce(value) { value, spec in
      if value.isNull { return value }
      let merged = spec.options.merging(options).merging(own)
      if let formatter = snapshot.formatters[spec.name] {
        return formatter(value, locale, merged) ?? value
      }
      if let formatted = snapshot.formats.format(
        spec.name, value, locale: locale, options: merged)
      {
        return formatted
      }
      guard let any = snapshot.formatters["*"] else { return value }
      let named = merged.merging(Members([("format", .text(spec.name))]))
      return any(value, locale, named) ?? value
    }
  }

  // MARK: Post processors

  private func postProcess(_ value: Value, _ call: Call, _ resolution: Resolution) -> Value {
    let own = call.options["postProcess"].flatMap { $0.isTruthy ? $0.texts : nil }
    let names = own ?? options.postProcess
    guard !names.isEmpty, !value.isNull, call.options["applyPostProcessor"] != .bool(false) else {
      return value
    }
    var passed = call.options
    if options.postProcessPassResolved {
      var resolved = Translation(value: resolution.found?.value)
      resolved.resolution = resolution
      resolved.usedParams = usedParams(call.options)
      passed["i18nResolved"] = resolved.details
    }
    return PostProcessors(snapshot).apply(names, to: value, keys: call.keys, options: passed) {
      key, options in translate([key], options).value
    }
  }
}
