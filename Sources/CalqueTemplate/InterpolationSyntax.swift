package import CalqueBase

/// The syntax of placeholders and nested references: the `interpolation` options of i18next.
package struct InterpolationSyntax: Sendable, Equatable {
  package var prefix: Text = "{{"
  package var suffix: Text = "}}"
  package var formatSeparator: Text = ","
  package var unescapePrefix: Text = "-"
  package var unescapeSuffix: Text = ""
  package var nestingPrefix: Text = "$t("
  package var nestingSuffix: Text = ")"
  package var nestingOptionsSeparator: Text = ","
  package var maxReplaces = 1000
  package var escapeValue = true
  package var useRawValueToEscape = false
  package var skipOnVariables = true
  package var alwaysFormat = false

  package init() {}
}

extension InterpolationSyntax {
  /// Recognises a text with something to replace: it contains the first byte of a placeholder or that
  /// of a reference, as few texts do.
  package var probe: ByteProbe { ByteProbe([prefix, nestingPrefix].compactMap { $0.bytes.first }) }

  /// Restores the defaults of delimiters that must not be empty. A suffix for unescaped values
  /// disables their prefix.
  package mutating func keepNonEmpty(from before: InterpolationSyntax) {
    if prefix.isEmpty { prefix = before.prefix }
    if suffix.isEmpty { suffix = before.suffix }
    if formatSeparator.isEmpty { formatSeparator = before.formatSeparator }
    if nestingPrefix.isEmpty { nestingPrefix = before.nestingPrefix }
    if nestingSuffix.isEmpty { nestingSuffix = before.nestingSuffix }
    if nestingOptionsSeparator.isEmpty { nestingOptionsSeparator = before.nestingOptionsSeparator }
    if !unescapeSuffix.isEmpty {
      unescapePrefix = ""
    } else if unescapePrefix.isEmpty {
      unescapePrefix = "-"
    }
  }
}

/// The generation of i18next whose rules placeholders and references follow.
package enum PatternDialect: UInt8, Sendable {
  /// i18next 2 and later: `{{name}}`, `{{- name}}`.
  case modern
  /// i18next 1.x: `__name__`, `__nameHTML__`.
  case v1
  /// i18next-ios: `__name__`, of word characters only.
  case ios
}
