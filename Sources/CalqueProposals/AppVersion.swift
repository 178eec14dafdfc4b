package import CalqueBase

/// Versions of the program: numbers between points, compared as numbers.
package enum AppVersion {
  /// Whether `new` comes after `old`: 1.10 after 1.9, 2 not after 2.0. Spaces around do not count,
  /// and a part that does not begin with a number counts as 0.
  package static func isNewer(_ new: Text, than old: Text) -> Bool {
    let (new, old) = (numbers(new), numbers(old))
    for place in 0..<max(new.count, old.count) {
      let (left, right) = (
        place < new.count ? new[place] : 0, place < old.count ? old[place] : 0
      )
      if left != right { return left > right }
    }
    return false
  }

  private static func numbers(_ version: Text) -> [UInt64] {
    version.trimmed().split(".").map { part in
      var number: UInt64 = 0
      for byte in part.trimmed().bytes {
        guard (0x30...0x39).contains(byte), number < 1 << 59 else { break }
        number = number * 10 + UInt64(byte - 0x30)
      }
      return number
    }
  }
}
