import CCalque
import CalqueBase

/// Where a callback puts its answer; lives for the duration of the callback.
final class Sink {
  var text = Text()
  /// A result that is not text.
  var value: Value?
}

@c @implementation
public func calque_sink_append(
  _ sink: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int
) {
  guard let sink = Handle.object(sink, as: Sink.self),
    let text = try? Input.optionalText(text, length)
  else { return }
  sink.text.append(text)
}

@c @implementation
public func calque_sink_set_json(
  _ sink: OpaquePointer?, _ json: UnsafePointer<CChar>?, _ length: Int
) {
  guard let sink = Handle.object(sink, as: Sink.self),
    let value = try? Input.value(json, length, "json")
  else { return }
  sink.value = value
}
