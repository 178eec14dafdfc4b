import CalqueBase

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
    throw Diagnostic(.limitExceeded, "more " + what + " than the limit on them")
  }
}
