package import CalqueBase

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
      throw Diagnostic(.invalidType, "a member of a layout is not text", path: path + name)
    }
  }
}
