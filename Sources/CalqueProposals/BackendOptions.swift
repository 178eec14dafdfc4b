package import CalqueBase

/// The backend, and the identity of the program.
package struct BackendOptions: Sendable {
  /// The platform that the program is built for.
  package enum Environment: Sendable {
    case development
    case staging
    /// Edit mode is refused.
    case production

    var name: Text {
      switch self {
      case .development: "development"
      case .staging: "staging"
      case .production: "production"
      }
    }
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

  init(_ reader: MemberReader) throws(Diagnostic) {
    url = try Self.field(reader, "url") ?? url
    applicationID = try Self.field(reader, "applicationId") ?? ""
    restAPIKey = try Self.field(reader, "restAPIKey") ?? ""
    guid = try Self.field(reader, "guid")
    platform = try Self.field(reader, "platform") ?? platform
    dev = try reader.bool("dev") ?? dev
    flat = try reader.bool("flat") ?? flat
    sdkVersion = try Self.field(reader, "sdkVersion") ?? sdkVersion
    client = try Self.field(reader, "client") ?? client
    appVersion = try Self.field(reader, "appVersion") ?? ""
    systemVersion = try Self.field(reader, "systemVersion") ?? ""
    model = try Self.field(reader, "model") ?? ""
    timeout = Int(try reader.integer("timeout", in: 0...86_400_000) ?? Int64(timeout))
    switch try reader.text("environment") ?? "production" {
    case "development": environment = .development
    case "staging": environment = .staging
    case "production": environment = .production
    default: throw reader.wrong("environment", "development, staging or production")
    }
  }

  /// A text that can stand in a header field: no controls.
  private static func field(_ reader: MemberReader, _ name: Text) throws(Diagnostic) -> Text? {
    let text = try reader.text(name)
    guard text?.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) ?? true else {
      throw reader.wrong(name, "a text without control characters")
    }
    return text
  }
}
