package import CalqueBase

/// The members of an object as arguments that own their memory.
package final class ArgumentList: @unchecked Sendable {
  // Unchecked: only written by the initializer.
  package let start: UnsafeMutablePointer<Argument>
  package let count: Int
  private let bytes: UnsafeMutablePointer<UInt8>
  /// The arguments that are not scalars.
  private let values: UnsafeMutablePointer<Value>
  private let valueCount: Int

  package init(_ members: Members) {
    count = members.count
    start = .allocate(capacity: max(count, 1))
    let (names, given) = (members.keys, members.values)
    var size = 0
    for position in 0..<count {
      size &+= names[position].count
      switch given[position] {
      case .text(let text), .decimal(let text): size &+= text.count
      default: break
      }
    }
    // Eight bytes must be readable at the start of a name.
    bytes = .allocate(capacity: size &+ 8)
    values = .allocate(capacity: max(count, 1))
    var place = bytes
    var used = 0
    func copy(_ text: Text) -> Bytes {
      let start = place
      text.bytes.withUnsafeBufferPointer { from in
        if let from = from.baseAddress { start.update(from: from, count: text.count) }
      }
      place += text.count
      return Bytes(start: start, count: text.count)
    }
    for position in 0..<count {
      let name = copy(names[position])
      let argument: Argument
      switch given[position] {
      case .null: argument = Argument(name, .null, 0)
      case .bool(let bool): argument = Argument(name, .bool, bool ? 1 : 0)
      case .int(let int): argument = Argument(name, .int, UInt64(bitPattern: int))
      case .double(let double): argument = Argument(name, .double, double.bitPattern)
      case .text(let text): argument = Argument(name, .text, 0, copy(text))
      case .decimal(let text): argument = Argument(name, .decimal, 0, copy(text))
      case .array, .object:
        (values + used).initialize(to: given[position])
        argument = Argument(Name(name), UnsafePointer(values + used))
        used += 1
      }
      (start + position).initialize(to: argument)
    }
    valueCount = used
  }

  deinit {
    start.deallocate()
    bytes.deallocate()
    values.deinitialize(count: valueCount)
    values.deallocate()
  }

  package var all: UnsafeBufferPointer<Argument> {
    UnsafeBufferPointer(start: start, count: count)
  }
}
