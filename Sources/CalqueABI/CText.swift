import CalqueBase
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
