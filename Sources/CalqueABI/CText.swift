import CalqueBase
import CalqueJSON
public import CCalque
import CPlatform

/// A copy of a text on the C heap, ending in NUL, freed with the object.
final class CText: Sendable {
  nonisolated(unsafe) let start: UnsafePointer<CChar>
  let count: Int

  init(_ text: Text) {
    start = UnsafePointer(CText.copy(text))
    count = text.count
  }

  /// The text as a callback gets it. The object must outlive the callback.
  var borrowed: calque_str { calque_str(data: start, length: count) }

  deinit { free(UnsafeMutableRawPointer(mutating: start)) }

  /// A copy for the caller to free. Running out of memory ends the process, as in the rest of Swift.
  static func copy(_ text: Text) -> UnsafeMutablePointer<CChar> {
    text.bytes.withUnsafeBufferPointer { copy($0) }
  }

  static func copy(_ bytes: Bytes) -> UnsafeMutablePointer<CChar> {
    guard let memory = malloc(bytes.count + 1) else { abort() }
    if let from = bytes.baseAddress { memcpy(memory, from, bytes.count) }
    memory.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
    return memory.assumingMemoryBound(to: CChar.self)
  }
}

/// Texts as a callback gets them, which are there until it has returned.
final class Borrowed {
  private let texts: [CText?]

  convenience init(_ texts: Text?...) { self.init(texts) }

  init(_ texts: [Text?]) { self.texts = texts.map { $0.map { CText($0) } } }

  /// "Undefined" is a NULL text.
  subscript(position: Int) -> calque_str { texts[position]?.borrowed ?? calque_str() }

  func call<Result>(_ callback: (Borrowed) -> Result) -> Result {
    withExtendedLifetime(self) { callback(self) }
  }

  /// The text that the callback puts into a sink; nil when it answers false.
  func text(_ callback: (Borrowed, OpaquePointer) -> Bool) -> Text? { sink(callback)?.text }

  /// As `text`, for a callback that may answer any value.
  func value(_ callback: (Borrowed, OpaquePointer) -> Bool) -> Value? {
    sink(callback).map { $0.value ?? .text($0.text) }
  }

  /// As `text`, for JSON.
  func json(_ callback: (Borrowed, OpaquePointer) -> Bool) -> Value? {
    text(callback).flatMap { try? JSON.parse($0) }
  }

  private func sink(_ callback: (Borrowed, OpaquePointer) -> Bool) -> Sink? {
    let sink = Sink()
    let handle = OpaquePointer(Unmanaged.passUnretained(sink).toOpaque())
    return withExtendedLifetime((self, sink)) { callback(self, handle) ? sink : nil }
  }
}

extension StaticString {
  /// The literal as C text: literals end in NUL and live as long as the library.
  var cString: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

// include/calque/string.h

@c @implementation
public func calque_string_dispose(_ string: UnsafeMutablePointer<calque_string>?) {
  guard let string else { return }
  free(string.pointee.data)
  string.pointee = calque_string(data: nil, length: 0)
}
