package import CalqueBase
import Synchronization

/// A cache of objects made from a detail, one for each owner and language. Readers never wait. The
/// cache only grows, up to a limit.
package final class MadeDetails: Sendable {
  private final class Node: @unchecked Sendable {
    // Unchecked: `next` and `place` are written before the node is shared.
    let owner: UInt64
    let language: Text
    let content: AnyObject
    var next: UInt = 0
    var place = 0

    init(_ owner: UInt64, _ language: Text, _ content: AnyObject) {
      (self.owner, self.language, self.content) = (owner, language, content)
    }

    func isOf(_ owner: UInt64, _ language: Bytes) -> Bool {
      guard self.owner == owner, self.language.count == language.count else { return false }
      // Mostly two bytes, for which a loop is faster than comparing words.
      for place in 0..<language.count where self.language.bytes[place] != language[place] {
        return false
      }
      return true
    }
  }

  /// The maximal number of objects kept; others are made in each call.
  private static let most = 64

  /// The newest node; 0 for none.
  private let first = Atomic<UInt>(0)

  init() {}

  deinit {
    var next = first.load(ordering: .acquiring)
    while let raw = UnsafeRawPointer(bitPattern: next) {
      let node = Unmanaged<Node>.fromOpaque(raw)
      next = node._withUnsafeGuaranteedRef { $0.next }
      node.release()
    }
  }

  /// Calls `body` with the object of an owner for a language; nil when there is none yet.
  @inline(__always)
  package func with<Result>(
    _ owner: UInt64, _ language: Bytes, _ body: (AnyObject) -> Result
  ) -> Result? {
    var next = first.load(ordering: .acquiring)
    while let raw = UnsafeRawPointer(bitPattern: next) {
      let node = Unmanaged<Node>.fromOpaque(raw)
      if node._withUnsafeGuaranteedRef({ $0.isOf(owner, language) }) {
        return node._withUnsafeGuaranteedRef { body($0.content) }
      }
      next = node._withUnsafeGuaranteedRef { $0.next }
    }
    return nil
  }

  package func keep(_ content: AnyObject, _ owner: UInt64, _ language: Text) {
    let node = Node(owner, language, content)
    let own = Unmanaged.passRetained(node)
    var head = first.load(ordering: .acquiring)
    while true {
      node.next = head
      if let raw = UnsafeRawPointer(bitPattern: head) {
        node.place = Unmanaged<Node>.fromOpaque(raw)._withUnsafeGuaranteedRef { $0.place } + 1
      }
      guard node.place < Self.most else { return own.release() }
      let (isDone, found) = first.compareExchange(
        expected: head, desired: UInt(bitPattern: own.toOpaque()), ordering: .acquiringAndReleasing)
      if isDone { return }
      head = found
    }
  }
}
