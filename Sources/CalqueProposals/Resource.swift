import CalqueBase

/// The values of one resource.
package struct Resource: Sendable {
  /// One table, or one for each language.
  package var tables: [Table]
  /// The language that the payload names; nil when it names none.
  package var language: Language?
}
