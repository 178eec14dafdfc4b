import CalqueBase
import CalqueTranscript

/// The layout of a message.
public enum MessageLayout: Hashable, Sendable, Codable {
  /// A template that the host fills in.
  case template(MessageTemplateLayout)
  /// A view of the program's own, and the template for hosts that cannot show it.
  case live(alternate: MessageTemplateLayout)

  init(_ layout: Layout) {
    let template = MessageTemplateLayout(layout.shown(live: false))
    self = layout.isLive ? .live(alternate: template) : .template(template)
  }

  func engineLayout() throws(Diagnostic) -> Layout {
    switch self {
    case .template(let template): try Layout(template.members)
    case .live(let alternate):
      try Layout(["live": .bool(true), "alternate": .object(alternate.members)])
    }
  }
}
