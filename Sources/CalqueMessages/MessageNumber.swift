import CalqueBase

/// The decimal number of a placeholder such as `%12`.
enum MessageNumber {
  /// The number at `start` and the offset after it; nil when there is no digit, and when the number
  /// does not fit into 64 bits, in which case it is plain text.
  ///
  /// - Parameter byGraphemes: A digit with a combining mark is not a digit.
  static func read(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, byGraphemes: Bool
  ) -> (Int64, Int)? {
    var value: Int64 = 0
    var at = start
    while at < text.count, text[at].isASCIIDigit {
      if byGraphemes, Graphemes.joinsNext(text, at) { break }
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isOver) = tens.addingReportingOverflow(Int64(text[at] &- 0x30))
      if isTooLarge || isOver { return nil }
      value = sum
      at += 1
    }
    return at > start ? (value, at) : nil
  }
}
