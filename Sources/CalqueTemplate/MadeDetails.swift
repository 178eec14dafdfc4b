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

    @inline(__always)
    func isOf(_ owner: UInt64, _ language: Bytes) -> Bool {
      // Mostly two bytes, for which a loop is faster than comparing words.
      self.owner == owner && self.language.count == language.count
        && language.indices.allSatisfy { self.language.bytes[$0] == language[$0] }
    }
  }

  private let entries = KeptObjects<Entry>(capacity: 128)

  init() {}

  /// The object of an owner for a language, which lasts as long as the cache; nil when there is none yet.
  @inline(__always)
  package func known(_ owner: UInt64, _ language: Bytes) -> Unmanaged<AnyObject>? {
    entries.first(Self.hash(owner, language)) { $0.isOf(owner, language) }
      .map { $0._withUnsafeGuaranteedRef { .passUnretained($0.content) } }
  }

  /// - Returns: whether the object was kept.
  @discardableResult
  package func keep(_ content: AnyObject, _ owner: UInt64, _ language: Text) -> Bool {
    let hash = language.bytes.withUnsafeBufferPointer { Self.hash(owner, $0) }
    return entries.keep(Entry(owner, language, content), hash)
  }

  /// Languages differ in their first letters, and then in their last.
  @inline(__always)
  private static func hash(_ owner: UInt64, _ language: Bytes) -> UInt64 {
    guard let first = language.first, let last = language.last else { return owner }
    return owner &* 7 &+ UInt64(first) &* 5 &+ UInt64(last)
  }
}
