import CalqueBase
import CalqueTemplate

/// Values of columns as arguments of calls.
extension UnsafePointer where Pointee == ArrowColumn {
  /// The value of a row as an argument.
  ///
  /// - Parameter arena: where digits are put, for as long as the call.
  /// - Returns: nil for a value that the array does not hold.
  @inline(never)
  func argument(
    _ name: Name, _ row: Int, _ arena: UnsafeMutablePointer<Arena>
  ) -> Argument? {
    guard let place = place(row) else { return Argument(name, .null, 0, .none) }
    if let dictionary = pointee.dictionary {
      return index(at: place).flatMap { dictionary.argument(name, $0, arena) }
    }
    switch pointee.layout.kind {
    case .null: return Argument(name, .null, 0, .none)
    case .bool:
      let byte = pointee.values.load(fromByteOffset: place >> 3, as: UInt8.self)
      return Argument(name, .bool, UInt64(byte &>> UInt8(truncatingIfNeeded: place & 7) & 1), .none)
    case .half:
      let bits = pointee.values.loadUnaligned(fromByteOffset: place &* 2, as: UInt16.self)
      return Argument(name, .double, number(ofHalf: bits).bitPattern, .none)
    case .float:
      let bits = pointee.values.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self)
      return Argument(name, .double, Double(Float(bitPattern: bits)).bitPattern, .none)
    case .double:
      let bits = pointee.values.loadUnaligned(fromByteOffset: place &* 8, as: UInt64.self)
      return Argument(name, .double, bits, .none)
    case .date, .moment: return moment(at: place).map { Argument(name, .int, $0, .none) }
    case .decimal:
      return Argument(name, .decimal, 0, decimal(at: place, width: pointee.layout.width, arena))
    case .text, .largeText, .view:
      guard case .text(let text) = text(at: place) else { return nil }
      return Argument(name, .text, 0, text)
    case .uint64 where integer(at: place) < 0:
      return Argument(name, .decimal, 0, decimal(at: place, width: 8, arena))
    default: return Argument(name, .int, UInt64(bitPattern: integer(at: place)), .none)
    }
  }

  /// Milliseconds since 1970, rounded down; nil for more than there are numbers.
  private func moment(at place: Int) -> UInt64? {
    let units = integer(at: place)
    let scale: Int64 = pointee.layout.kind == .date ? 86_400_000 : Int64(pointee.layout.scale)
    guard scale < 0 else {
      let (product, isOver) = units.multipliedReportingOverflow(by: scale)
      return isOver ? nil : UInt64(bitPattern: product)
    }
    let quotient = units / -scale
    return UInt64(bitPattern: units % -scale < 0 ? quotient &- 1 : quotient)
  }

  /// A number of 16 bits: one of sign, five of exponent, ten of fraction.
  private func number(ofHalf bits: UInt16) -> Double {
    let exponent = Int(bits >> 10 & 31)
    let fraction = Double(bits & 1023)
    let magnitude: Double =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? .infinity : .nan
      default: (1024 + fraction) * Double(sign: .plus, exponent: exponent &- 25, significand: 1)
      }
    return bits >> 15 == 1 ? -magnitude : magnitude
  }

  /// The digits of a decimal, or of a large integer without a sign: divided by ten again and again, 32 bits
  /// at a time.
  private func decimal(
    at place: Int, width: Int, _ arena: UnsafeMutablePointer<Arena>
  ) -> Bytes {
    let isDecimal = pointee.layout.kind == .decimal
    let count = width / 4
    let start = pointee.values + place &* width
    var isNegative = false
    // 256 bits have 78 digits; a scale adds up to 76.
    let digits = arena.pointee.take(UInt8.self, 160)
    var length = 0
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 8) { limbs in
      for limb in 0..<count {
        limbs[limb] = start.loadUnaligned(fromByteOffset: limb &* 4, as: UInt32.self)
      }
      isNegative = isDecimal && limbs[count &- 1] >> 31 == 1
      if isNegative { negate(limbs, count) }
      var highest = count &- 1
      while highest >= 0 {
        if limbs[highest] == 0 {
          highest &-= 1
          continue
        }
        var rest: UInt64 = 0
        for limb in stride(from: highest, through: 0, by: -1) {
          let dividend = rest << 32 | UInt64(limbs[limb])
          limbs[limb] = UInt32(truncatingIfNeeded: dividend / 10)
          rest = dividend % 10
        }
        digits[length] = UInt8(truncatingIfNeeded: 0x30 &+ rest)
        length &+= 1
      }
    }
    let scale = isDecimal ? pointee.layout.scale : 0
    return written(digits, length, scale: scale, isNegative, arena)
  }

  private func negate(_ limbs: UnsafeMutableBufferPointer<UInt32>, _ count: Int) {
    var carry: UInt32 = 1
    for limb in 0..<count {
      let (sum, isOver) = (~limbs[limb]).addingReportingOverflow(carry)
      limbs[limb] = sum
      carry = isOver ? 1 : 0
    }
  }

  /// - Parameter digits: the last digit first.
  private func written(
    _ digits: UnsafeMutablePointer<UInt8>, _ count: Int, scale: Int, _ isNegative: Bool,
    _ arena: UnsafeMutablePointer<Arena>
  ) -> Bytes {
    var output = Output(in: arena, expecting: 192)
    if isNegative { output.append(0x2D) }
    // At least one digit before the point.
    let most = max(count, scale &+ 1)
    for place in stride(from: most &- 1, through: 0, by: -1) {
      output.append(place < count ? digits[place] : 0x30)
      if place == scale, scale > 0 { output.append(0x2E) }
    }
    if scale < 0, count > 0 { for _ in 0..<(-scale) { output.append(0x30) } }
    return output.bytes
  }
}
