import CalqueBase
import CalqueJSON
import CalqueProposals
import CalqueTransport

/// Gives a localization lines of any bytes: each as every payload, as options, and as an identifier
/// with a value that is proposed.
///
/// A resource that was taken must be read back from what it is kept as without a difference.
enum FuzzProposals {
  static func run(_ given: FuzzInput) {
    guard let localization = try? Localization(LocalizationOptions(), Services(now: { 0 })) else {
      preconditionFailure("a localization with the default options")
    }
    let lines = given.bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
    for line in lines.prefix(64) {
      let text = Text(UnsafeBufferPointer(rebasing: line))
      readPayloads(text)
      _ = try? localization.loadIndex(text)
      _ = try? localization.loadResource(text, locale: "en")
      options(text)
      propose(text, localization)
    }
    localization.close()
  }

  private static func readPayloads(_ text: Text) {
    let payload = Payload()
    _ = try? payload.languages(text)
    _ = try? payload.proposals(text)
    _ = try? payload.proposal(text)
    _ = payload.message(text)
    for table in (try? payload.resource(text, locale: "en"))?.tables ?? [] {
      guard table.data != .object(Members()) else { continue }
      let again = try? payload.resource(JSON.text(of: kept(table)))
      precondition(again?.tables.count == 1)
      precondition(again?.tables.first?.data == table.data)
    }
  }

  private static func kept(_ table: Table) -> Value {
    let language = Value.object(Members([("locale", .text(table.locale))]))
    return .object(
      Members([("data", table.data), ("meta", .object(Members([("language", language)])))]))
  }

  private static func options(_ text: Text) {
    guard let members = (try? JSON.parse(text))?.object,
      let options = try? LocalizationOptions(members), options.directory == nil
    else { return }
    _ = AppVersion.isNewer(options.backend.appVersion, than: text)
  }

  private static func propose(_ text: Text, _ localization: Localization) {
    guard isUTF8(text) else { return }
    _ = try? localization.find(text)
    _ = try? localization.setLanguageOverride(text)
    let parts = text.split(" ")
    guard let name = parts.first, let identifier = ItemIdentifier(name) else { return }
    let locale = parts.count > 1 ? parts[1] : "en"
    _ = try? localization.storeProposal(text, locale: locale, for: identifier)
    _ = localization.texts(locale: locale)
    _ = localization.listProposals(.identifier(identifier))
  }

  private static func isUTF8(_ text: Text) -> Bool {
    text.bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid($0) } == nil
  }
}
