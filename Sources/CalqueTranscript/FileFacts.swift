import CalqueBase

/// The facts about a file that a conversation needs: whether it can be read, its size and how it
/// starts.
package enum FileFacts: Sendable {
  /// Bytes of a start that say enough about any sticker.
  package static let startLength = 512 * 1024

  case missing
  case unreadable
  case readable(size: Int64, start: [UInt8])
}

/// Files that hold an image, a movie or a sound.
enum MediaFile {
  /// Whether the file's name ends as those of images, movies and sounds do.
  static func isMedia(_ path: Text) -> Bool {
    guard let dot = path.lastIndex(of: "."), dot > path.lastIndex(of: "/") ?? -1 else {
      return false
    }
    return mediaExtensions.contains(path.part(dot + 1).lowercasedASCII())
  }

  private static let mediaExtensions: [Text] = [
    "png", "apng", "gif", "jpg", "jpeg", "heic", "heif", "tif", "tiff", "bmp", "webp",
    "mov", "mp4", "m4v", "3gp", "avi", "mpg", "mpeg", "webm",
    "mp3", "m4a", "aac", "wav", "aif", "aiff", "caf", "flac", "ogg",
  ]
}
