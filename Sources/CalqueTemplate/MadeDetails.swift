package import CalqueBase

/// A cache of objects made from a detail, one for each owner and language. Readers never wait. The
/// cache only grows, up to a limit; other objects are made in each call.
package final class MadeDetails: Sendable {
  private final class Entry: @unchecked Sendable {
    // Unchecked: the owner makes the content of what is Sendable.
    let owner: UInt64
    let language: Text
    let content: AnyObject

    init(_ owner: UInt64, _ language: Text, _ content: AnyObject) {
      (self.owner, self.language, self.content) = (owner, language, content)
    }

    func isOf(_ owner: UInt64, _ language: Bytes) -> Bool {
      // Mostly two bytes, for which a loop is faster than comparing words.
      self.owner == owner && self.language.count == language.count
        && language.indices.allSatisfy { self.language.bytes[$0] == language[$0] }
    }
  }

  private let entries = KeptObjects<Entry>(capacity: 128)

  init() {}

  /// Calls `body` with the object of an owner for a language; nil when there is none yet.
  @inline(__always)
  package func with<Result>(
    _ owner: UInt64, _ language: Bytes, _ body: (AnyObject) -> Result
  ) -> Result? {
    entries.first(Self.hash(owner, language)) { entry in
      entry.isOf(owner, language) ? body(entry.content) : nil
    }
  }

  package func keep(_ content: AnyObject, _ owner: UInt64, _ language: Text) {
    let hash = language.bytes.withUnsafeBufferPointer { Self.hash(owner, $0) }
    entries.keep(Entry(owner, language, content), hash)
  }

  /// Languages differ in their first letters, and then in their last.
  @inline(__always)
  private static func hash(_ owner: UInt64, _ language: Bytes) -> UInt64 {
    guard let first = language.first, let last = language.last else { return owner }
    return owner &* 7 &+ UInt64(first) &* 5 &+ UInt64(last)
  }
}
