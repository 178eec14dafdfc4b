import CCalque
import CalqueBase
import CalqueTranscript

/// Texts of a message that go out into a buffer.
enum MessageText {
  static func get(
    _ handle: OpaquePointer?, _ text: (Message) throws(Diagnostic) -> Text?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
  ) -> calque_status {
    // An empty text first, so that the buffer holds one whatever goes wrong.
    _ = Reply.text(nil, buffer, capacity, length)
    return Outcome.of(nil) { () throws(Diagnostic) in
      let message = try Input.object(handle, MessageObject.self, "message").message
      return Reply.text(try text(message), buffer, capacity, length)
    }
  }
}
