import CalqueBase

/// Files of images, movies and sounds.
enum MediaFile {
  /// Whether the file's name has the extension of an image, a movie or a sound.
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
