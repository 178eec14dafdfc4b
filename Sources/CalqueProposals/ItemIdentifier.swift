package import CalqueBase

/// Names one text of a localization: a key in a section. Equal by value.
package struct ItemIdentifier: Equatable, Sendable {
  /// Section and key with NUL between them, which is how tables know the text.
  let joined: Text
  private let sectionLength: Int

  /// The section; `default`, never `defaultSection`.
  package var section: Text { joined.part(0, sectionLength) }

  package var key: Text { joined.part(sectionLength + 1) }

  /// The text form: `section.key`.
  package var text: Text { "\(section).\(key)" }

  /// - Throws: `invalidArgument` for an empty part, or one with NUL in it.
  package init(section: Text, key: Text) throws(Diagnostic) {
    guard !section.isEmpty, !key.isEmpty, !section.bytes.contains(0), !key.bytes.contains(0) else {
      throw Diagnostic(.invalidArgument, "section and key must be texts without NUL")
    }
    self.init(checkedSection: section, key: key)
  }

  /// Reads the text form: two parts between points, empty ones not counted; nil for anything else.
  package init?(_ text: Text) {
    if let point = Self.onlyPoint(in: text), !text.hasPrefix(Self.alias) {
      // The form that look-ups take, without splitting it.
      var joined = text
      joined.bytes[point] = 0
      self.init(joined: joined, sectionLength: point)
      return
    }
    let parts = text.split(".").filter { !$0.isEmpty }
    guard parts.count == 2, !text.bytes.contains(0) else { return nil }
    self.init(checkedSection: parts[0], key: parts[1])
  }

  /// Reads the text form, or a section and a key with NUL between them, as hosts write a key with
  /// points in it.
  package init?(written text: Text) {
    guard let end = text.bytes.firstIndex(of: 0) else {
      self.init(text)
      return
    }
    let (section, key) = (text.part(0, end), text.part(end + 1))
    guard !section.isEmpty, !key.isEmpty, !key.bytes.contains(0) else { return nil }
    self.init(checkedSection: section, key: key)
  }

  private static let alias: Text = "defaultSection."

  /// Offset of the point of a text with two parts and nothing else; nil for any other.
  private static func onlyPoint(in text: Text) -> Int? {
    var point: Int?
    for (offset, byte) in text.bytes.enumerated() {
      if byte == 0 { return nil }
      guard byte == 0x2E else { continue }
      if point != nil { return nil }
      point = offset
    }
    guard let point, point > 0, point < text.count - 1 else { return nil }
    return point
  }

  init?(joined: Text) {
    guard let end = joined.bytes.firstIndex(of: 0) else { return nil }
    self.init(joined: joined, sectionLength: end)
  }

  private init(joined: Text, sectionLength: Int) {
    self.joined = joined
    self.sectionLength = sectionLength
  }

  init(checkedSection section: Text, key: Text) {
    let section = Self.section(named: section)
    self.init(joined: section + Text([0]) + key, sectionLength: section.count)
  }

  /// A Swift member cannot be named `default`, so programs use another name for that section.
  static func section(named name: Text) -> Text {
    name.equals("defaultSection") ? "default" : name
  }
}
