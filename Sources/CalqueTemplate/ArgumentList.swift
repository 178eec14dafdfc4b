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
      var (kind, bits, text) = (Argument.Kind.null, UInt64(0), Bytes.none)
      switch given[position] {
      case .null: break
      case .bool(let bool): (kind, bits) = (.bool, bool ? 1 : 0)
      case .int(let int): (kind, bits) = (.int, UInt64(bitPattern: int))
      case .double(let double): (kind, bits) = (.double, double.bitPattern)
      case .text(let given): (kind, text) = (.text, copy(given))
      case .decimal(let given): (kind, text) = (.decimal, copy(given))
      case .array, .object:
        (values + used).initialize(to: given[position])
        (kind, bits) = (.value, UInt64(UInt(bitPattern: values + used)))
        used += 1
      }
      (start + position).initialize(to: Argument(name, kind, bits, text))
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
