import CalqueBase
import CalqueTemplate
import CalqueTranslator

/// Compares a call as C makes it, which gives a text, with one that gives a value and its details. Calls
/// whose text is that of the details, by an option of theirs or of the translator, are left out.
enum DoorComparison {
  static func check(
    _ translator: Translator, _ given: Members, _ key: Text, _ call: Members
  ) {
    guard given["returnDetails"] == nil, call["returnDetails"] == nil else { return }
    let (text, isMissing) = text(of: key, translator, call)
    let translation = translator.translate([key], call)
    precondition(translation.isMissing == isMissing, "one found what the other missed")
    precondition(text == translation.text, "two answers")
  }

  /// The text that a call puts out, and whether the key is missing.
  static func text(
    of key: Text, _ translator: Translator, _ call: Members
  ) -> (text: Text, isMissing: Bool) {
    translator.withReader { reader in
      reader.withEvaluation { evaluation in
        var frame = Frame.of(call, evaluation, reader)
        var output = evaluation.pointee.output
        let key = evaluation.pointee.arena.copy(key)
        guard let start = key.baseAddress else { return (Text(), false) }
        let answer = reader.answer(start, key.count, &frame, into: &output)
        let text =
          answer.contains(.value)
          ? Translation(value: evaluation.pointee.value).text : Text(output.bytes)
        _ = reader.end(&frame, for: key)
        return (text, answer.contains(.missing))
      }
    }
  }
}
