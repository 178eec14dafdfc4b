package import CalqueBase
package import CalqueLoading
package import CalqueTemplate

/// The effective options of a translator, under the names of modern i18next; `OptionReader` says
/// which names of the other formats they come from.
package struct TranslatorOptions: Sendable {
  package enum Load: Sendable {
    case all
    case currentOnly
    case languageOnly
  }

  package enum MissingTarget: Sendable {
    case fallback
    case current
    case all
  }

  package let format: TranslatorFormat
  /// nil for formats 2 to 4.
  let code: FormatCode?
  /// As given, resources left out.
  package var given = Members()

  // MARK: Languages and namespaces

  package var lng: Text?
  package var ns: [Text] = ["translation"]
  package var defaultNS: [Text] = ["translation"]
  package var fallbackLng: FallbackLanguages = .list(["dev"])
  package var fallbackNS: [Text] = []
  package var fallbackToDefaultNS = false
  /// Empty: all are supported.
  package var supportedLngs: [Text] = []
  package var nonExplicitSupportedLngs = false
  package var load = Load.all
  package var lowerCaseLng = false
  package var cleanCode = false
  /// Languages fall back as CLDR has it, by parent locales and likely subtags.
  package var parentLocales = false
  package var partialBundledLanguages = false

  // MARK: Keys

  package var keySeparator: Text? = "."
  package var nsSeparator: Text? = ":"
  package var isSeparatorGiven = false
  package var pluralSeparator: Text = "_"
  package var contextSeparator: Text = "_"
  package var pluralSuffix: Text = "_plural"
  package var indefiniteSuffix: Text = "_indefinite"
  package var simplifyPluralSuffix = true
  package var ignoreJSONStructure = true

  // MARK: Results

  package var returnNull = false
  package var returnEmptyString = true
  package var showKeyIfEmpty = false
  package var returnObjects = false
  package var returnDetails = false
  package var joinArrays: Text?
  package var postProcess: [Text] = []
  package var postProcessPassResolved = false

  // MARK: Missing keys

  package var saveMissing = false
  package var updateMissing = false
  package var saveMissingTo = MissingTarget.fallback
  package var saveMissingPlurals = true
  package var appendNamespaceToMissingKey = false
  package var verbatimMissingKeys = false
  package var appendNamespaceToCIMode = false
  package var missingKeyNoValueFallbackToKey = false

  // MARK: Interpolation

  package var interpolation = InterpolationSyntax()
  package var defaultVariables = Members()

  // MARK: Loading

  package var loading = LoadingOptions()
  /// Languages to load beside the current one and its fallbacks.
  package var preload: [Text] = []
  /// Resources were passed in; without `partialBundledLanguages` nothing is loaded then.
  package var hasResources = false

  // MARK: Beyond the references

  /// Mistakes that would otherwise go unnoticed are reported to the host's log.
  package var debug = false
  /// The references' rules and nothing else.
  package var strict = true
  /// A missing plural category takes the text of `other` in the same language.
  package var pluralFallback = false
  /// The call option `counts` chooses a form for each of several counts.
  package var multipleCounts = false
  /// `ns.key` is looked up as `ns:key` when it is missing and `ns` is a namespace.
  package var dottedNamespaces = false

  // MARK: Limits

  package var limits = TranslatorLimits()

  init(format: TranslatorFormat, _ code: FormatCode?) { (self.format, self.code) = (format, code) }
}

/// Limits on the work of one call, and on the size of one catalog.
package struct TranslatorLimits: Sendable {
  /// References inside one another.
  package var maxNesting = 32
  /// References and placeholders replaced in one call.
  package var maxSteps = 10_000
  /// Bytes of one result.
  package var maxOutput = 1 << 20
  /// Bytes of the forms of a key with several counts.
  package var maxFormBytes = 1 << 16
  /// Bytes of one catalog.
  package var maxCatalogBytes = 64 << 20
  /// Objects inside one another in a catalog.
  package var maxCatalogDepth = 128

  package init() {}
}

/// `fallbackLng`: languages to look in when the current one has no translation.
package enum FallbackLanguages: Sendable {
  case none
  case list([Text])
  /// By language code, with `default` for all others.
  case table(Members)
  /// The host is asked.
  case callback

  /// Reads a string, an array, an object, or false and null for none.
  package init(_ value: Value) {
    switch value {
    case .text(let text): self = text.isEmpty ? .none : .list([text])
    case .array(let array): self = .list(array.compactMap { $0.text })
    case .object(let table): self = .table(table)
    default: self = .none
    }
  }

  package var isNone: Bool {
    if case .none = self { true } else { false }
  }
}
