package import CalqueBase

/// A file in a conversation, or a sticker, which is an image file with a description.
package struct Attachment: Equatable, Sendable {
  package var header = Header()
  /// A file URL of the sender's machine.
  package var url: Text
  /// The name to show instead of the file's own.
  package var filename: Text?
  package var isSticker = false
  /// A description of the sticker in words.
  package var description: Text?

  package init(url: Text) { self.url = url }

  private static let largestSticker: Int64 = 500 * 1024
  private static let longestDescription = 150

  /// Checks the file, and for a sticker also its size, format, width and height.
  ///
  /// - Throws: diagnostics of the `TranscriptError`s for files and stickers.
  package func validate(_ inspect: (_ path: Text) -> FileFacts) throws(Diagnostic) {
    guard let path = FileURL.path(of: url) else {
      throw TranscriptError.improperFileURL.diagnostic
    }
    switch inspect(path) {
    case .missing: throw TranscriptError.fileNotFound.diagnostic
    case .unreadable: throw TranscriptError.fileUnreadable.diagnostic
    case .readable(let size, let start): if isSticker { try validateSticker(size, start) }
    }
  }

  private func validateSticker(_ size: Int64, _ start: [UInt8]) throws(Diagnostic) {
    guard size <= Self.largestSticker else {
      throw TranscriptError.stickerFileImproperFileSize.diagnostic
    }
    guard ImageSize.isSticker(start) else {
      throw TranscriptError.stickerFileImproperFileFormat.diagnostic
    }
    let allowed = 300...618
    guard let image = ImageSize(start), allowed.contains(image.width),
      allowed.contains(image.height), characters(of: description) <= Self.longestDescription
    else { throw TranscriptError.stickerFileImproperFileAttributes.diagnostic }
  }

  /// Counted in code points, because counting characters would need Unicode tables.
  private func characters(of text: Text?) -> Int {
    text?.bytes.count { $0 & 0xC0 != 0x80 } ?? 0
  }
}
