import CCalque
import CalqueBase

/// Where a callback puts its text; lives for the duration of the callback.
final class Sink {
  var text = Text()

  /// Calls a C callback with a sink.
  ///
  /// - Returns: the text it yielded, nil when it answered false.
  static func collect(_ body: (OpaquePointer) -> Bool) -> Text? {
    let sink = Sink()
    let handle = OpaquePointer(Unmanaged.passUnretained(sink).toOpaque())
    return withExtendedLifetime(sink) { body(handle) ? sink.text : nil }
  }
}

@c @implementation
public func calque_sink_append(
  _ sink: OpaquePointer!, _ text: UnsafePointer<CChar>!, _ length: Int
) {
  guard let sink = Handle.object(sink, as: Sink.self),
    let text = try? Input.optionalText(text, length)
  else { return }
  sink.text.append(text)
}
