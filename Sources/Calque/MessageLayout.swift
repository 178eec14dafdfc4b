import CalqueBase
import CalqueTranscript

/// The layout of a message.
public enum MessageLayout: Hashable, Sendable, Codable {
  /// A template that the host fills in.
  case template(MessageTemplateLayout)
  /// A view of the program's own with its data, and the template for hosts that cannot show it.
  case live(JSONValue = true, alternate: MessageTemplateLayout)

  init(_ layout: Layout) {
    let template = MessageTemplateLayout(layout.shown(live: false))
    let data = layout.members["live"].map { JSONValue($0) } ?? true
    self = layout.isLive ? .live(data, alternate: template) : .template(template)
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .template(let template), .live(_, let template): hasher.combine(template)
    }
  }

  func engineLayout() throws(Diagnostic) -> Layout {
    switch self {
    case .template(let template): try Layout(template.members)
    case .live(let data, let alternate):
      try Layout(["live": data.value, "alternate": .object(alternate.members)])
    }
  }
}

extension MessageTemplateLayout {
  /// Makes a layout; what is left out is empty.
  public init(image: String? = nil, caption: String? = nil, subcaption: String? = nil) {
    self.init()
    (self.image, self.caption, self.subcaption) = (image, caption, subcaption)
  }

  init(_ members: Members) {
    self.init()
    for (name, value) in zip(members.keys, members.values) {
      _ = take(name.string, JSONValue(value))
    }
  }

  var members: Members {
    var members: [String: JSONValue] = [:]
    put(into: &members)
    return JSONObject(members).members
  }
}
