package import CalqueBase

/// Quickly recognises a text without anything to replace, as most are: it contains neither the
/// first byte of a placeholder nor that of a reference.
package struct PatternProbe: Sendable {
  private let placeholder: SIMD16<UInt8>
  private let reference: SIMD16<UInt8>

  package init(_ syntax: InterpolationSyntax) {
    placeholder = SIMD16(repeating: syntax.prefix.bytes.first ?? 0)
    reference = SIMD16(repeating: syntax.nestingPrefix.bytes.first ?? 0)
  }

  /// Whether there may be something to replace.
  package func occurs(in text: Bytes) -> Bool {
    guard let start = text.baseAddress else { return false }
    return Bytes16.contain(start, text.count) { block in
      (block .== placeholder) .| (block .== reference)
    }
  }
}
