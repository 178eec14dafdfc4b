import CalqueBase

/// URLs that name a file of this machine.
enum FileURL {
  /// The path of a file URL without a host, or nil when it is none.
  static func path(of url: Text) -> Text? {
    let colon = url.firstIndex(of: ":") ?? 0
    guard url.part(0, colon).lowercasedASCII() == "file", url.matches("://", at: colon) else {
      return nil
    }
    var rest = url.part(colon + 3)
    if rest.hasPrefix("localhost/") { rest = rest.part(9) }
    guard rest.hasPrefix("/"), rest.count > 1 else { return nil }
    let path = PercentEncoding.decoded(rest)
    return path.bytes.contains(0) ? nil : path
  }

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
