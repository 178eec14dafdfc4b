import CalqueBase
import CalqueJSON
import CalqueMessages
import CalqueProposals
import CalqueTexts
import CalqueTranscript
import CalqueTranslator

/// A JSON object as the options of everything that has options: refused with a message, or taken.
enum FuzzOptions {
  static func run(_ input: FuzzInput) {
    guard case .object(let given)? = try? JSON.parse(input.bytes) else { return }
    refused { () throws(Diagnostic) in _ = try MessageOptions(given) }
    refused { () throws(Diagnostic) in _ = try LocalizationOptions(given) }
    refused { () throws(Diagnostic) in _ = try TextsOptions(given) }
    refused { () throws(Diagnostic) in _ = try ConversationOptions(given) }
    refused { () throws(Diagnostic) in _ = try LoadOptions(given) }
    for format: TranslatorFormat in [.v4, .v3, .v2, .v1, .ios] {
      refused { () throws(Diagnostic) in
        let translator = try Translator(format: format, given: given, host: HostCallbacks())
        _ = translator.translate(["a"], given)
        try translator.setOptions(given)
        _ = translator.translate(["a", "b:c"], given)
      }
    }
  }

  private static func refused(_ body: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) {
      try body()
    } catch {
      precondition(!error.message.isEmpty, "a failure without a message")
    }
  }
}
