/// How a number between two that can be shown is rounded: the names of ECMA-402.
package enum RoundingMode: UInt8, Sendable {
  case ceil, floor, expand, trunc, halfCeil, halfFloor, halfExpand, halfTrunc, halfEven

  /// Rounds 0.d1d2d3… × 10^point to its first `kept` digits, in place. Zero has no digits.
  ///
  /// - Parameter digits: ASCII, the first and the last of which are not zero.
  package func round(
    _ digits: UnsafeMutablePointer<UInt8>, _ count: inout Int, _ point: inout Int,
    keeping kept: Int, isNegative: Bool
  ) {
    guard kept < count else { return }
    let goesUp = goesUp(UnsafePointer(digits), count, at: kept, isNegative)
    count = max(kept, 0)
    // Nines carry, and zeros at the end are left out.
    let dropped: UInt8 = goesUp ? 0x39 : 0x30
    while count > 0, digits[count &- 1] == dropped { count &-= 1 }
    if count > 0 {
      if goesUp { digits[count &- 1] &+= 1 }
    } else if goesUp {
      digits[0] = 0x31
      (count, point) = (1, point &- min(kept, 0) &+ 1)
    } else {
      point = 0
    }
  }

  /// Whether the digits before `kept` become one more.
  private func goesUp(
    _ digits: UnsafePointer<UInt8>, _ count: Int, at kept: Int, _ isNegative: Bool
  ) -> Bool {
    switch self {
    case .ceil: return !isNegative
    case .floor: return isNegative
    case .expand: return true
    case .trunc: return false
    default: break
    }
    // The last digit is not zero, so digits that are dropped are never all zero.
    if kept < 0 { return false }
    let first = digits[kept]
    if first != 0x35 { return first > 0x35 }
    if count > kept &+ 1 { return true }
    switch self {
    case .halfCeil: return !isNegative
    case .halfFloor: return isNegative
    case .halfTrunc: return false
    case .halfEven: return kept > 0 && digits[kept &- 1] & 1 == 1
    default: return true
    }
  }
}
