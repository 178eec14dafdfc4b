package import CalqueBase

/// The backend, and the identity of the program.
package struct BackendOptions: Sendable {
  /// The platform that the program is built for.
  package enum Environment: Named, Sendable {
    case development
    case staging
    /// Edit mode is refused.
    case production

    package static let names: [(name: Literal, value: Environment)] = [
      ("development", .development), ("staging", .staging), ("production", .production),
    ]
  }

  package var url: Text = "https://nstack.io/api/v2/"
  package var applicationID: Text = ""
  package var restAPIKey: Text = ""
  /// The identifier of the proposer; nil to make one up, which is kept in the directory.
  package var guid: Text?
  package var platform: Text = "mobile"
  /// Whether unpublished texts are requested.
  package var dev = false
  package var flat = false
  package var environment = Environment.production
  /// The facts about the program that are sent with an opened app or a proposal.
  package var client: Text = "calque"
  package var sdkVersion: Text = "calque-0.1"
  package var appVersion: Text = ""
  package var systemVersion: Text = ""
  package var model: Text = ""
  /// Milliseconds until a response must be whole.
  package var timeout = 20_000

  package init() {}

  init(_ reader: MemberReader) {
    /// A text that can stand in a header field: no controls.
    func field(_ name: Literal, _ target: inout Text) {
      guard let text = reader.text(name) else { return }
      if !text.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
        reader.refuse(name, "a string without control characters")
      }
      target = text
    }
    field("url", &url)
    field("applicationId", &applicationID)
    field("restAPIKey", &restAPIKey)
    var guid = Text()
    field("guid", &guid)
    self.guid = reader.text("guid") == nil ? nil : guid
    field("platform", &platform)
    dev = reader.bool("dev") ?? dev
    flat = reader.bool("flat") ?? flat
    field("sdkVersion", &sdkVersion)
    field("client", &client)
    field("appVersion", &appVersion)
    field("systemVersion", &systemVersion)
    field("model", &model)
    timeout = Int(reader.integer("timeout", in: 0...86_400_000) ?? Int64(timeout))
    environment = reader.named("environment", "development, staging or production") ?? environment
  }
}
