import CalqueBase
import CalqueTemplate
import CalqueTranslator

/// Compares the first attempt at a call, where it answers, with the second.
enum AttemptComparison {
  static func check(_ translator: Translator, _ key: Text, _ call: Members) {
    guard translator.format.isModern else { return }
    let list = ArgumentList(call)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var length = 0
    var answer = CallAnswer.full
    buffer.withUnsafeMutableBytes { bytes in
      var output = Output(bytes.baseAddress, capacity: bytes.count)
      answer = first(translator, key, list, &output)
      length = output.length
    }
    if answer == .full { return }
    let translation = translator.translate([key], call)
    precondition(translation.isMissing == (answer == .missing), "one found what the other missed")
    precondition(Text(buffer[..<min(length, buffer.count)]) == translation.text, "two answers")
  }

  private static func first(
    _ translator: Translator, _ key: Text, _ list: ArgumentList, _ output: inout Output
  ) -> CallAnswer {
    withUnsafeTemporaryAllocation(of: Argument.self, capacity: max(list.count, 1)) { room in
      guard let start = room.baseAddress else { return .full }
      var arguments = CallArguments(start)
      for argument in list.all where !arguments.append(argument) { return .full }
      return key.bytes.withUnsafeBufferPointer { key in
        guard let bytes = key.baseAddress else { return .full }
        return translator.withReader { reader in
          reader.translate(bytes, key.count, &arguments, into: &output)
        }
      }
    }
  }
}
