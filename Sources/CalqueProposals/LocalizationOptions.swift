package import CalqueBase

/// The options that a localization is created with.
package struct LocalizationOptions: Sendable {
  /// When texts are fetched.
  package enum UpdateMode: Named, Sendable {
    /// When the localization is created, when the program enters the foreground, and when the
    /// override changes.
    case automatic
    /// When `update` is called.
    case manual

    package static let names: [(name: Literal, value: UpdateMode)] = [
      ("automatic", .automatic), ("manual", .manual),
    ]
  }

  package var updateMode = UpdateMode.manual
  package var preferredLanguages: [Text] = []
  package var languageOverride: Text?
  package var fallbackLocale: Text?
  /// Whether a text that a language lacks is looked for in the next one.
  package var keyFallback = true
  /// Where `Localizations_<locale>.json` are looked for.
  package var bundles: [Text] = []
  /// Where tables and languages are kept; nil to keep nothing.
  package var directory: Text?
  /// Whether proposed values, and proposals that wait to be sent, are kept there too.
  package var persistsProposals = false
  package var backend = BackendOptions()
  package var limits = LocalizationLimits()

  package init() {}

  /// Reads the members of these names and those of `BackendOptions`; others are ignored.
  ///
  /// - Throws: `invalidOption` with the member's name as the path.
  package init(_ members: Members) throws(Diagnostic) {
    let reader = MemberReader(members)
    updateMode = reader.named("updateMode", "automatic or manual") ?? updateMode
    preferredLanguages = reader.texts("preferredLanguages")
    languageOverride = reader.text("languageOverride")
    fallbackLocale = reader.text("fallbackLocale")
    keyFallback = reader.bool("keyFallback") ?? keyFallback
    bundles = reader.texts("bundles")
    directory = reader.text("directory")
    persistsProposals = reader.bool("persistProposals") ?? persistsProposals
    if persistsProposals, directory == nil {
      reader.refuse("directory", "present when persistProposals is true")
    }
    backend = BackendOptions(reader)
    let limits = reader.object("limits")
    try reader.finish()
    if let limits { self.limits = try LocalizationLimits(limits) }
  }
}

/// Limits on payloads and proposals. Values over a limit are refused with `limitExceeded`.
package struct LocalizationLimits: Sendable {
  /// Bytes of one payload.
  package var maximumBytes = 64 << 20
  /// Languages of an index or of one payload.
  package var maximumLanguages = 1000
  /// Texts of one language.
  package var maximumTexts = 1_000_000
  /// Proposals of a list, and proposed values that are held.
  package var maximumProposals = 100_000
  /// Proposals that wait to be sent.
  package var maximumQueued = 1000
  /// The longest pause in milliseconds that a backend may ask for.
  static let longestPause = 24 * 3600 * 1000

  package init() {}

  init(_ members: Members) throws(Diagnostic) {
    let reader = MemberReader(members, path: "limits.")
    let range: ClosedRange<Int64> = 1...Int64(Int32.max)
    func read(_ name: Literal, _ limit: inout Int) {
      if let number = reader.integer(name, in: range) { limit = Int(number) }
    }
    read("maximumBytes", &maximumBytes)
    read("maximumLanguages", &maximumLanguages)
    read("maximumTexts", &maximumTexts)
    read("maximumProposals", &maximumProposals)
    read("maximumQueued", &maximumQueued)
    try reader.finish()
  }

  /// Throws when `count` is over a limit.
  static func check(_ count: Int, _ limit: Int, _ what: Text) throws(Diagnostic) {
    guard count > limit else { return }
    throw Diagnostic(.limitExceeded, "too many " + what)
  }
}
