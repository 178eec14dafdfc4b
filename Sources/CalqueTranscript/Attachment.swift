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

/// Files of images, movies and sounds.
enum MediaFile {
  /// Whether the file's name has the extension of an image, a movie or a sound.
  static func isMedia(_ path: Text) -> Bool {
    guard let dot = path.lastIndex(of: "."), dot > path.lastIndex(of: "/") ?? -1 else {
      return false
    }
    return mediaExtensions.contains(path.part(dot + 1).lowercasedASCII())
  }

  private static let mediaExtensions: [Literal] = [
    "png", "apng", "gif", "jpg", "jpeg", "heic", "heif", "tif", "tiff", "bmp", "webp",
    "mov", "mp4", "m4v", "3gp", "avi", "mpg", "mpeg", "webm",
    "mp3", "m4a", "aac", "wav", "aif", "aiff", "caf", "flac", "ogg",
  ]
}

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

/// The appearance of a message: a template layout, or a live layout with a template as alternate.
///
/// Stored as the JSON object that describes it, so that unknown members are kept.
package struct Layout: Equatable, Sendable {
  package let members: Members

  private static let texts: [Literal] = [
    "image", "mediaFileURL", "imageTitle", "imageSubtitle", "caption", "subcaption",
    "trailingCaption", "trailingSubcaption",
  ]

  /// Takes the members of a template layout, or `live` and `alternate`.
  ///
  /// - Throws: `invalidType` for a member of a template that is neither text nor null, or an
  ///   alternate that is not an object.
  package init(_ members: Members) throws(Diagnostic) {
    self.members = members
    if Self.isLive(members) {
      guard let alternate = members["alternate"]?.object else {
        throw Diagnostic(.invalidType, "the alternate is not an object", path: "layout.alternate")
      }
      try Self.check(alternate, path: "layout.alternate.")
    } else {
      try Self.check(members, path: "layout.")
    }
  }

  package var isLive: Bool { Self.isLive(members) }

  /// The layout that a host shows: the live layout if it can, otherwise the template. If the
  /// template has an image, its media file is omitted.
  package func shown(live: Bool) -> Members {
    if isLive && live { return members }
    var template = isLive ? members["alternate"]?.object ?? Members() : members
    if template["image"]?.text != nil { template.remove("mediaFileURL") }
    return template
  }

  /// Checks the media file that would be shown: a file URL of an image, a movie or a sound.
  package func validate() throws(Diagnostic) {
    guard let media = shown(live: false)["mediaFileURL"]?.text else { return }
    guard let path = FileURL.path(of: media) else {
      throw TranscriptError.improperFileURL.diagnostic
    }
    guard MediaFile.isMedia(path) else { throw TranscriptError.improperFileType.diagnostic }
  }

  private static func isLive(_ members: Members) -> Bool {
    members.contains("alternate") || members.contains("live")
  }

  private static func check(_ template: Members, path: Text) throws(Diagnostic) {
    for name in texts {
      guard let value = template[name], value.text == nil, !value.isNull else { continue }
      throw Diagnostic(.invalidType, "a member of a layout is not text", path: "\(path)\(name)")
    }
  }
}
