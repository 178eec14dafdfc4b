import CCalque
import CalqueBase

/// Where a callback puts its answer; lives for the duration of the callback.
final class Sink {
  var text = Text()
  /// A result that is not text.
  var value: Value?

  /// Calls a C callback with a sink.
  ///
  /// - Returns: the text it yielded, nil when it answered false.
  static func collect(_ body: (OpaquePointer) -> Bool) -> Text? {
    sink(body)?.text
  }

  /// As `collect`, for a callback that may answer any value.
  static func value(_ body: (OpaquePointer) -> Bool) -> Value? {
    sink(body).map { $0.value ?? .text($0.text) }
  }

  private static func sink(_ body: (OpaquePointer) -> Bool) -> Sink? {
    let sink = Sink()
    let handle = OpaquePointer(Unmanaged.passUnretained(sink).toOpaque())
    return withExtendedLifetime(sink) { body(handle) ? sink : nil }
  }
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
