/// Width and height of a PNG, GIF or JPEG image, from its first bytes.
struct ImageSize {
  let width: Int
  let height: Int

  /// Whether the bytes start with the signature of PNG (including APNG), GIF or JPEG.
  static func isSticker(_ bytes: [UInt8]) -> Bool {
    isPNG(bytes) || isGIF(bytes) || isJPEG(bytes)
  }

  init?(_ bytes: [UInt8]) {
    if Self.isPNG(bytes), bytes.count >= 24 {
      width = Self.number(bytes[16..<20])
      height = Self.number(bytes[20..<24])
    } else if Self.isGIF(bytes), bytes.count >= 10 {
      width = Int(bytes[6]) | Int(bytes[7]) << 8
      height = Int(bytes[8]) | Int(bytes[9]) << 8
    } else if Self.isJPEG(bytes), let frame = Self.frame(of: bytes) {
      height = Self.number(bytes[(frame + 5)..<(frame + 7)])
      width = Self.number(bytes[(frame + 7)..<(frame + 9)])
    } else {
      return nil
    }
  }

  private static func isPNG(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  }

  private static func isGIF(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x47, 0x49, 0x46, 0x38])
  }

  private static func isJPEG(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xFF, 0xD8, 0xFF]) }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The offset of the JPEG segment that starts a frame, for any coding.
  private static func frame(of bytes: [UInt8]) -> Int? {
    var offset = 2
    while offset + 9 <= bytes.count, bytes[offset] == 0xFF {
      switch bytes[offset + 1] {
      case 0xC4, 0xC8, 0xCC: break
      case 0xC0...0xCF: return offset
      default: break
      }
      offset += 2 + max(number(bytes[(offset + 2)..<(offset + 4)]), 2)
    }
    return nil
  }
}
