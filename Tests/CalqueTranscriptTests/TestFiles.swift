import CalqueBase

@testable import CalqueTranscript

/// The files that exist in tests.
enum TestFiles {
  static func facts(of path: Text) -> FileFacts {
    switch path.string {
    case "/locked": .unreadable
    case "/note.txt": .readable(size: 4, start: Array("text".utf8))
    case "/sticker.png": .readable(size: 900, start: png(300, 618))
    case "/sticker.gif": .readable(size: 900, start: gif(408, 408))
    case "/sticker.jpg": .readable(size: 900, start: jpeg(618, 300))
    case "/narrow.png": .readable(size: 900, start: png(299, 400))
    case "/high.jpg": .readable(size: 900, start: jpeg(400, 619))
    case "/full.png": .readable(size: 512_000, start: png(300, 300))
    case "/large.png": .readable(size: 512_001, start: png(300, 300))
    case "/cut.png": .readable(size: 12, start: Array(png(300, 300).prefix(12)))
    case "/headless.jpg": .readable(size: 8, start: [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xFF])
    case "/picture.bmp": .readable(size: 900, start: Array("BM..".utf8))
    default: .missing
    }
  }

  static func png(_ width: Int, _ height: Int) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0]
      + big(width) + [0, 0] + big(height)
  }

  private static func gif(_ width: Int, _ height: Int) -> [UInt8] {
    Array("GIF89a".utf8) + big(width).reversed() + big(height).reversed()
  }

  private static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xC4, 0, 3, 0, 0xFF, 0xC2, 0, 11, 8]
      + big(height) + big(width)
  }

  private static func big(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
  }
}
