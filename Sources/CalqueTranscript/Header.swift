package import CalqueBase

/// The members that every posting carries, whatever its kind.
package struct Header: Equatable, Sendable {
  /// None until the posting is inserted, sent or received.
  package var id = Identity.none
  /// Place among the postings of the conversation; 0 until it is sent.
  package var sequence: Int64 = 0
  /// The participant who sent it; none when unknown.
  package var sender = Identity.none
  /// Members of the JSON form that this version does not know, kept for passing on.
  package var extra = Members()

  /// Sequences stay exact in any JSON reader.
  package static let largestSequence: Int64 = 1 << 53 - 1

  package init() {}
}
