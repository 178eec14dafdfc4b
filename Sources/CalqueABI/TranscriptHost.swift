import CCalque
import CPlatform
import CalqueBase
import CalqueStorage
import CalqueTranscript

/// The functions that a C host gives to a conversation.
final class TranscriptHost {
  private let table: calque_conversation_host
  private let context: HostContext

  private init(_ table: calque_conversation_host) {
    self.table = table
    context = HostContext(table.user_data, table.user_data_free)
  }

  /// Makes a conversation with what the table gives; the rest is the system's.
  ///
  /// The user data changes hands only when `make` succeeds.
  static func conversation(
    _ table: UnsafePointer<calque_conversation_host>?,
    _ make: (ConversationHost) throws(Diagnostic) -> Conversation
  ) throws(Diagnostic) -> Conversation {
    let given = try table.map { table throws(Diagnostic) in
      try Structure.read(table, calque_conversation_host(), "host")
    }
    let host = TranscriptHost(given ?? calque_conversation_host())
    let conversation = try make(host.functions)
    host.context.own()
    return conversation
  }

  private var functions: ConversationHost {
    var host = ConversationHost(
      now: { [self] in table.now?(table.user_data) ?? SystemClock.milliseconds() },
      makeIdentity: { [self] in makeIdentity() },
      inspectFile: { path in FileFacts(of: path) })
    if let send = table.send {
      host.send = { [self] update in Borrowed(update).call { send(table.user_data, $0[0]) } }
    }
    return host
  }

  private func makeIdentity() -> Identity {
    var words: (UInt64, UInt64) = (0, 0)
    let isFilled = withUnsafeMutableBytes(of: &words) { bytes in
      table.random?(table.user_data, bytes.baseAddress, bytes.count) ?? false
    }
    return isFilled ? Identity(random: words.0, words.1) : .random()
  }
}
