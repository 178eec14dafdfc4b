/// The numbers of MSMessagesErrorDomain.
public enum MessageErrorCode: Int32, Sendable {
  /// Sending failed for a reason that has no number.
  case unknown = -1
  /// The file does not exist.
  case fileNotFound = 1
  /// The file cannot be read.
  case fileUnreadable = 2
  /// The media file is not an image, a movie or a sound.
  case improperFileType = 3
  /// The URL does not name a file.
  case improperFileURL = 4
  /// The sticker's width, height or description is out of range.
  case stickerFileImproperFileAttributes = 5
  /// The sticker is larger than 500 KB.
  case stickerFileImproperFileSize = 6
  /// The sticker is not PNG, APNG, GIF or JPEG.
  case stickerFileImproperFileFormat = 7
  /// The URL is longer than 5,000 characters.
  case urlExceedsMaxSize = 8
  /// The user did nothing since the last message.
  case sendWithoutRecentInteraction = 9
  /// The program is not visible.
  case sendWhileNotVisible = 10
  /// Not available where media are presented.
  case apiUnavailableInPresentationContext = 11
}
