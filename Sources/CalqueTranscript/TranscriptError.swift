package import CalqueBase

/// The reasons for refusing a message, with the codes of MSMessagesErrorDomain.
public enum TranscriptError: Int32, CaseIterable, Sendable {
  case unknown = -1
  case fileNotFound = 1
  case fileUnreadable = 2
  case improperFileType = 3
  case improperFileURL = 4
  case stickerFileImproperFileAttributes = 5
  case stickerFileImproperFileSize = 6
  case stickerFileImproperFileFormat = 7
  case urlExceedsMaxSize = 8
  case sendWithoutRecentInteraction = 9
  case sendWhileNotVisible = 10
  case apiUnavailableInPresentationContext = 11

  /// The error as a diagnostic that carries its code.
  package var diagnostic: Diagnostic {
    let (code, message) = reason
    var diagnostic = Diagnostic(code, message)
    diagnostic.detail = rawValue
    return diagnostic
  }

  private var reason: (DiagnosticCode, Text) {
    switch self {
    case .unknown: (.refused, "the message could not be sent")
    case .fileNotFound: (.io, "the file does not exist")
    case .fileUnreadable: (.io, "the file cannot be read")
    case .improperFileType: (.invalidArgument, "the file is not an image, a movie or a sound")
    case .improperFileURL: (.invalidArgument, "the URL does not name a file")
    case .stickerFileImproperFileAttributes:
      (
        .invalidArgument,
        "the sticker is not 300 to 618 pixels wide and high, or its description is too long"
      )
    case .stickerFileImproperFileSize: (.limitExceeded, "the sticker is larger than 500 KB")
    case .stickerFileImproperFileFormat:
      (.invalidArgument, "the sticker is not PNG, APNG, GIF or JPEG")
    case .urlExceedsMaxSize: (.limitExceeded, "the URL is longer than 5000 characters")
    case .sendWithoutRecentInteraction:
      (.refused, "the user has done nothing since the last message")
    case .sendWhileNotVisible: (.refused, "the program must be visible to send")
    case .apiUnavailableInPresentationContext:
      (.refused, "not available in the media presentation")
    }
  }
}
