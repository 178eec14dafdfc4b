import CalqueTemplate

/// The rules in which formats differ, as data. Rules with steps of their own are strategies of the format,
/// at the places that docs/adding-a-format.md lists.
struct FormatRules {
  /// The order in which forms of keys are looked for.
  let order: FormOrder
  /// Plural forms have categories, zero and ordinals, and not numbers.
  let hasCategories: Bool
  /// `replace` is a variable, and no option.
  let replaceIsVariable: Bool
  /// Options alone are read from a tree: variables are in the option `variables`.
  let hasSeparateVariables: Bool
  let sprintf: Sprintf.Dialect
  /// The text of null, where it has one.
  let null: StaticString

  /// nil for formats 2 to 4.
  let code: FormatCode?

  init(_ format: TranslatorFormat, _ code: FormatCode?) {
    self.code = code
    order = FormOrder(format)
    hasCategories = format == .v4
    replaceIsVariable = format == .ios
    hasSeparateVariables = format == .ios
    sprintf = format == .ios ? .ios : .javaScript
    null = format == .ios ? "<null>" : "null"
  }
}
