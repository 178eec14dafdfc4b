import CalqueBase

/// The parts of a template layout. An image leaves the media file out.
public struct MessageTemplateLayout: Hashable, Sendable, Codable {
  /// An image, by a name or URL that the host understands.
  public var image: String?
  /// A file URL of an image, a movie or a sound.
  public var mediaFileURL: String?
  /// A title drawn over the image.
  public var imageTitle: String?
  /// A second title drawn over the image.
  public var imageSubtitle: String?
  /// The main caption.
  public var caption: String?
  /// The line under the caption.
  public var subcaption: String?
  /// The caption at the far end.
  public var trailingCaption: String?
  /// The line under the caption at the far end.
  public var trailingSubcaption: String?

  /// Makes a layout; what is left out is empty.
  public init(image: String? = nil, caption: String? = nil, subcaption: String? = nil) {
    (self.image, self.caption, self.subcaption) = (image, caption, subcaption)
  }

  init(_ members: Members) {
    image = members["image"]?.text?.string
    mediaFileURL = members["mediaFileURL"]?.text?.string
    imageTitle = members["imageTitle"]?.text?.string
    imageSubtitle = members["imageSubtitle"]?.text?.string
    caption = members["caption"]?.text?.string
    subcaption = members["subcaption"]?.text?.string
    trailingCaption = members["trailingCaption"]?.text?.string
    trailingSubcaption = members["trailingSubcaption"]?.text?.string
  }

  var members: Members {
    let parts: [(Text, String?)] = [
      ("image", image), ("mediaFileURL", mediaFileURL), ("imageTitle", imageTitle),
      ("imageSubtitle", imageSubtitle), ("caption", caption), ("subcaption", subcaption),
      ("trailingCaption", trailingCaption), ("trailingSubcaption", trailingSubcaption),
    ]
    var members = Members()
    for (name, value) in parts {
      if let value { members[name] = .text(Text(value)) }
    }
    return members
  }
}
