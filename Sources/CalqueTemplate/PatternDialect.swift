/// The generation of i18next whose rules placeholders and references follow.
package enum PatternDialect: UInt8, Sendable {
  /// i18next 2 and later: `{{name}}`, `{{- name}}`.
  case modern
  /// i18next 1.x: `__name__`, `__nameHTML__`.
  case v1
  /// i18next-ios: `__name__`, of word characters only.
  case ios
}
