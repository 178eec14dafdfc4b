package import CalqueBase

/// The members of an object as arguments.
package final class ArgumentList: @unchecked Sendable {
  // Unchecked: only written by the initializer.
  package let start: UnsafeMutablePointer<Argument>
  /// Keep names and values in place.
  private let members: Members

  package init(_ members: Members) {
    self.members = members
    start = .allocate(capacity: max(members.count, 1))
    let first = members.values.withUnsafeBufferPointer { $0.baseAddress }
    for (position, name) in members.keys.enumerated() {
      guard let first else { break }
      let name = Name(name.bytes.withUnsafeBufferPointer { $0 })
      (start + position).initialize(to: Argument(name, first + position))
    }
  }

  deinit { start.deallocate() }

  package var count: Int { members.count }

  package var all: UnsafeBufferPointer<Argument> {
    UnsafeBufferPointer(start: start, count: count)
  }
}
