import CCalque
import CPlatform
import CalqueBase

/// Arguments that are one text, as `calque_view_translate_flat` describes.
struct FlatArguments {
  private enum Mark {
    static let escape: UInt8 = 0x1B
    static let json: UInt8 = 0x1C
    static let decimal: UInt8 = 0x1D
    static let entry: UInt8 = 0x1E
    static let text: UInt8 = 0x1F
  }

  private let scratch: Scratch
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0
  private(set) var count = 0

  /// Reads a text into the arguments of a scratch, which point into it or into the text.
  ///
  /// - Throws: `invalidArgument`.
  /// - Complexity: O(bytes); allocates only what the scratch does not have yet.
  static func read(
    _ flat: UnsafeBufferPointer<UInt8>, into scratch: Scratch
  ) throws(Diagnostic) -> Int {
    var bytes = flat
    if flat.contains(Mark.escape) {
      // The escapes are taken out where each entry is read, so that the marks stay what they are.
      let room = UnsafeMutableRawPointer(scratch.plainText(flat.count))
      if let start = flat.baseAddress { room.copyMemory(from: start, byteCount: flat.count) }
      bytes = UnsafeBufferPointer(
        start: UnsafePointer(room.assumingMemoryBound(to: UInt8.self)), count: flat.count)
    }
    var arguments = FlatArguments(scratch: scratch, bytes: bytes)
    while arguments.at < bytes.count { try arguments.readEntry() }
    return arguments.count
  }

  /// Reads a call as `calque_scratch_translate` describes; a mark within a part shows in the number
  /// of entries, a NUL in the end that is missing.
  ///
  /// - Returns: bytes of the key and the number of arguments, nil when they do not fit together.
  static func readCall(
    _ call: UnsafePointer<CChar>, into scratch: Scratch
  ) -> (key: Int, count: Int)? {
    let bytes = UnsafeBufferPointer(
      start: UnsafeRawPointer(call).assumingMemoryBound(to: UInt8.self), count: strlen(call))
    guard bytes.last == Mark.entry, let first = bytes.first, first >= 0x30, first <= 0x40,
      let end = memchr(call, Int32(Mark.entry), bytes.count)
    else { return nil }
    let key = UnsafeRawPointer(end) - UnsafeRawPointer(call)
    let flat = UnsafeBufferPointer(rebasing: bytes[(key + 1)...])
    guard !flat.contains(Mark.escape) else { return nil }
    var arguments = FlatArguments(scratch: scratch, bytes: flat)
    do {
      while arguments.at < flat.count { try arguments.readEntry() }
    } catch {
      return nil
    }
    return arguments.count == Int(first - 0x30) ? (key - 1, arguments.count) : nil
  }

  private init(scratch: Scratch, bytes: UnsafeBufferPointer<UInt8>) {
    self.scratch = scratch
    self.bytes = bytes
  }

  private mutating func readEntry() throws(Diagnostic) {
    let name = try readPart()
    guard at < bytes.count, bytes[at] != Mark.entry else {
      throw Diagnostic(.invalidArgument, "an argument has no value")
    }
    let mark = bytes[at]
    at += 1
    let value = try readPart()
    guard at == bytes.count || bytes[at] == Mark.entry else {
      throw Diagnostic(.invalidArgument, "a value has a mark in it that is not escaped")
    }
    at += 1
    scratch.reserveArguments(after: count)
    (scratch.arguments + count).initialize(to: argument(name, mark, value))
    count += 1
  }

  /// Up to the next mark, without its escapes.
  private mutating func readPart() throws(Diagnostic) -> UnsafeBufferPointer<UInt8> {
    let start = at
    while at < bytes.count, bytes[at] < Mark.escape || bytes[at] > Mark.text { at += 1 }
    var end = at
    while at < bytes.count, bytes[at] == Mark.escape {
      guard at + 1 < bytes.count, bytes[at + 1] >= 0x5B, bytes[at + 1] <= 0x5F else {
        throw Diagnostic(.invalidArgument, "an escape is cut short or unknown")
      }
      // Only a text with escapes comes here, and it is a copy.
      let copy = UnsafeMutableBufferPointer(mutating: bytes)
      copy[end] = bytes[at + 1] - 0x40
      end += 1
      at += 2
      while at < bytes.count, bytes[at] < Mark.escape || bytes[at] > Mark.text {
        copy[end] = bytes[at]
        end += 1
        at += 1
      }
    }
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  private func argument(
    _ name: UnsafeBufferPointer<UInt8>, _ mark: UInt8, _ value: UnsafeBufferPointer<UInt8>
  ) -> calque_arg {
    var arg = calque_arg()
    arg.name = Self.characters(name)
    arg.name_length = name.count
    arg.text = Self.characters(value)
    arg.length = value.count
    switch mark {
    case Mark.text: arg.kind = 4
    case Mark.decimal: arg.kind = 5
    default: setJSON(&arg, value)
    }
    return arg
  }

  /// Whole numbers are read here, all else by whoever reads JSON.
  private func setJSON(_ arg: inout calque_arg, _ value: UnsafeBufferPointer<UInt8>) {
    arg.kind = 6
    let isNegative = value.first == 0x2D
    let first = isNegative ? 1 : 0
    let digits = value.count - first
    guard digits >= 1, digits <= 18, digits == 1 || value[first] != 0x30 else { return }
    var number: Int64 = 0
    for byte in value.dropFirst(first) {
      guard byte >= 0x30, byte <= 0x39 else { return }
      number = number * 10 + Int64(byte - 0x30)
    }
    arg.kind = 1
    arg.integer = isNegative ? -number : number
  }

  private static func characters(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
    UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
  }
}
