import CalqueBase
import CalqueProposals

/// The object behind `calque_localization`: closes it with the last reference, since calls under
/// way keep the localization itself.
final class LocalizationOwner: Sendable {
  let localization: Localization

  init(_ localization: Localization) { self.localization = localization }

  deinit { localization.close() }
}

extension Input {
  static func localization(_ handle: OpaquePointer?) throws(Diagnostic) -> Localization {
    try object(handle, LocalizationOwner.self, "localization").localization
  }

  /// An identifier in its text form.
  static func identifier(
    _ start: UnsafePointer<CChar>?, _ length: Int
  ) throws(Diagnostic) -> ItemIdentifier {
    let text = try text(start, length, "identifier")
    guard let identifier = ItemIdentifier(text) else {
      throw Diagnostic(
        .invalidArgument, "an identifier is a section and a key: section.key", source: text)
    }
    return identifier
  }
}
