/// The SHA-256 digest (FIPS 180-4).
package struct SHA256: Equatable, Sendable {
  package let bytes: [UInt8]

  /// The digest of a text.
  ///
  /// - Complexity: O(count).
  package init(of text: Text) {
    var state = Self.start
    var schedule = [UInt32](repeating: 0, count: 64)
    let whole = text.count / 64 * 64
    let tail = Self.padded(text.bytes[whole...], length: text.count)
    for (bytes, count) in [(text.bytes, whole), (tail, tail.count)] {
      bytes.withUnsafeBytes { bytes in
        for offset in stride(from: 0, to: count, by: 64) {
          Self.mix(UnsafeRawBufferPointer(rebasing: bytes[offset...]), &state, &schedule)
        }
      }
    }
    bytes = state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  /// Reads a digest from 64 hexadecimal digits in either case; nil for any other text.
  package init?(hexadecimal text: Text) {
    guard text.count == 64 else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: 64, by: 2) {
      guard let byte = Hexadecimal.byte(text, at: place) else { return nil }
      bytes.append(byte)
    }
    self.bytes = bytes
  }

  /// 64 lowercase hexadecimal digits.
  package var text: Text {
    var text = Text()
    for byte in bytes { Hexadecimal.append(byte, to: &text) }
    return text
  }

  /// The last bytes, padded with the end mark and the length in bits to whole blocks.
  private static func padded(_ rest: ArraySlice<UInt8>, length: Int) -> [UInt8] {
    var tail = Array(rest)
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    let bits = UInt64(truncatingIfNeeded: length) &* 8
    for shift in stride(from: 56, through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    return tail
  }

  /// One block of 64 bytes (FIPS 180-4, 6.2.2).
  private static func mix(
    _ block: UnsafeRawBufferPointer, _ state: inout [UInt32], _ schedule: inout [UInt32]
  ) {
    for place in 0..<16 {
      schedule[place] = block.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self).bigEndian
    }
    for place in 16..<64 {
      let (near, far) = (schedule[place - 2], schedule[place - 15])
      let first = turned(near, 17) ^ turned(near, 19) ^ near >> 10
      let second = turned(far, 7) ^ turned(far, 18) ^ far >> 3
      schedule[place] = first &+ schedule[place - 7] &+ second &+ schedule[place - 16]
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for place in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let one = h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice
      let sum = one &+ constants[place] &+ schedule[place]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ sum, c, b, a, sum &+ two)
    }
    for (place, word) in [a, b, c, d, e, f, g, h].enumerated() { state[place] &+= word }
  }

  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  private static let start: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19,
  ]

  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
    0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
    0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
    0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
    0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
    0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
    0xC671_78F2,
  ]
}
