package import CalqueBase

extension TranslatorFormat {
  /// The options of a call that gives options and variables side by side. Format `ios` has its
  /// variables apart; in the others they are options of other names.
  package func callOptions(_ given: Members) -> Members {
    guard self == .ios else { return given }
    var options = Members()
    var variables = Members()
    for (name, value) in zip(given.keys, given.values) {
      if Self.iosOptions.contains(name) {
        options[name] = value
      } else {
        variables[name] = value
      }
    }
    if !variables.isEmpty {
      options["variables"] = .object((options["variables"]?.object ?? Members()).merging(variables))
    }
    return options
  }

  /// What format `ios` takes as options; all else are variables.
  private static let iosOptions: [Text] = [
    "context", "count", "variables", "defaultValue", "sprintf", "lang", "namespace",
    "indefinite_article", "postProcess",
  ]
}
