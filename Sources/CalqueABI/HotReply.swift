import CCalque
import CPlatform
import CalqueBase
import CalqueTranslator

/// Hot calls at the boundary: arguments checked and handed on without allocating.
enum HotReply {
  /// More arguments than this are left to the full rules.
  private static let mostArguments = 16

  /// - Returns: nil when the full rules have to be asked.
  @inline(__always)
  static func translate(
    _ scope: Scope, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
    _ args: UnsafePointer<calque_arg>?, _ count: Int, _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
  ) -> calque_status? {
    guard let key, keyLength >= -1, capacity >= 0 else { return nil }
    let start = UnsafeRawPointer(key).assumingMemoryBound(to: UInt8.self)
    let bytes = UnsafeBufferPointer(start: start, count: keyLength == -1 ? strlen(key) : keyLength)
    var output = Output(buffer.map { UnsafeMutableRawPointer($0) }, capacity: capacity)
    var answer = HotAnswer.full
    withArguments(args, count) { answer = scope.translate(bytes, $0, into: &output) }
    if answer == .full { return nil }
    let status = Reply.finish(&output, length)
    return status == Outcome.ok && answer == .missing ? Outcome.missingKey : status
  }

  @inline(__always)
  static func translate(
    _ scope: Scope, _ key: calque_key, _ args: UnsafePointer<calque_arg>?, _ count: Int,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
  ) -> calque_status? {
    guard capacity >= 0 else { return nil }
    var output = Output(buffer.map { UnsafeMutableRawPointer($0) }, capacity: capacity)
    var isDone = false
    withArguments(args, count) {
      isDone = scope.translate(resolved: key.value, $0, into: &output)
    }
    return isDone ? Reply.finish(&output, length) : nil
  }

  /// A call without an object.
  static func refuse(
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
  ) -> calque_status {
    Reply.clear(buffer, capacity, length)
    return DiagnosticCode.invalidArgument.rawValue
  }

  /// Does not call `body` for arguments that are not simple.
  @inline(__always)
  private static func withArguments(
    _ args: UnsafePointer<calque_arg>?, _ count: Int,
    _ body: (UnsafeBufferPointer<Argument>) -> Void
  ) {
    if count == 0 { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    guard let args, count > 0, count <= mostArguments else { return }
    withUnsafeTemporaryAllocation(of: Argument.self, capacity: count) { arguments in
      for position in 0..<count {
        guard let argument = argument(args + position) else { return }
        arguments.initializeElement(at: position, to: argument)
      }
      body(UnsafeBufferPointer(arguments))
    }
  }

  /// nil for an argument without a name, or one that is wrong in a way that needs an error.
  @inline(__always)
  private static func argument(_ arg: UnsafePointer<calque_arg>) -> Argument? {
    guard let name = bytes(arg.pointee.name, arg.pointee.name_length), isASCII(name) else {
      return nil
    }
    let kind: Argument.Kind
    var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    switch arg.pointee.kind {
    case 1: kind = .int
    case 2: kind = .double
    case 3: kind = .bool
    case 4:
      guard let given = bytes(arg.pointee.text, arg.pointee.length) else { return nil }
      kind = .text
      text = given
    default: return nil
    }
    return Argument(
      name: name, kind: kind, integer: arg.pointee.integer, number: arg.pointee.number, text: text)
  }

  /// Names of variables hardly ever are not; those that are not may not even be UTF-8.
  @inline(__always)
  private static func isASCII(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    var union: UInt8 = 0
    for byte in name { union |= byte }
    return union < 0x80
  }

  @inline(__always)
  private static func bytes(
    _ start: UnsafePointer<CChar>?, _ length: Int
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let start, length >= -1 else { return nil }
    let raw = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: raw, count: length == -1 ? strlen(start) : length)
  }
}
