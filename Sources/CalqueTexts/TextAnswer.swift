package import CalqueBase

/// A local text.
package struct LocalText: Sendable {
  package var text: Text
  package var version: Version
  /// Where it was taken from; `cache` for one of an earlier run.
  package var place: TextPlace
}

/// The result of asking for a text.
package struct TextAnswer: Sendable {
  /// nil when there is none.
  package var local: LocalText?
  /// Why the text is not known to be the latest, or why there is none; nil when it is the latest.
  package var failure: Diagnostic?

  package init(local: LocalText?, failure: Diagnostic?) {
    self.local = local
    self.failure = failure
  }
}

/// A version of a text that is higher than all before it.
package struct VersionIncrease: Sendable {
  package var source: TextSource
  package var version: Version
  package var previous: Version
}
