import CCalque
import CPlatform
import CalqueBase
import CalqueCatalog
import CalqueTranslator

/// Hot calls at the boundary: arguments checked and handed on without allocating.
enum HotReply {
  /// More arguments than this are left to the full rules.
  private static let mostArguments = 16

  /// - Returns: nil when the full rules have to be asked.
  @inline(__always)
  static func translate(
    _ scope: HotScope, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
    _ args: UnsafePointer<calque_arg>?, _ count: Int, _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
  ) -> calque_status? {
    guard let bytes = bytes(key, keyLength), let start = bytes.baseAddress, capacity >= 0 else {
      return nil
    }
    if count != 0 { return translate(scope, bytes, args, count, buffer, capacity, length) }
    let found = scope.find(start, bytes.count)
    if case .missing = found {
      var output = Output(buffer.map { UnsafeMutableRawPointer($0) }, capacity: capacity)
      output.append(start, bytes.count)
      return finish(&output, .missing, length)
    }
    return give(scope, found, nil, 0, buffer, capacity, length)
  }

  /// Kept apart, so that a call without arguments does not pay for their place on the stack.
  @inline(never)
  private static func translate(
    _ scope: HotScope, _ key: UnsafeBufferPointer<UInt8>, _ args: UnsafePointer<calque_arg>?,
    _ count: Int, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>?
  ) -> calque_status? {
    guard let start = key.baseAddress else { return nil }
    var output = Output(buffer.map { UnsafeMutableRawPointer($0) }, capacity: capacity)
    let answer = withArguments(args, count) {
      scope.translate(start, key.count, $0, into: &output)
    }
    return finish(&output, answer, length)
  }

  /// As the other, for a resolved key.
  @inline(__always)
  static func translate(
    _ scope: HotScope, _ key: calque_key, _ args: UnsafePointer<calque_arg>?, _ count: Int,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
  ) -> calque_status? {
    guard capacity >= 0 else { return nil }
    return give(scope, scope.find(resolved: key.value), args, count, buffer, capacity, length)
  }

  @inline(__always)
  private static func give(
    _ scope: HotScope, _ found: HotScope.Find, _ args: UnsafePointer<calque_arg>?, _ count: Int,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
  ) -> calque_status? {
    switch found {
    case .plain(let record) where count == 0:
      var output = Output(buffer.map { UnsafeMutableRawPointer($0) }, capacity: capacity)
      output.append(padded: record.text, record.textLength)
      return finish(&output, .done, length)
    case .plain(let record), .program(let record):
      return render(scope, record, args, count, buffer, capacity, length)
    case .missing, .full:
      return nil
    }
  }

  @inline(never)
  private static func render(
    _ scope: HotScope, _ record: CatalogRecord, _ args: UnsafePointer<calque_arg>?, _ count: Int,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
  ) -> calque_status? {
    var output = Output(buffer.map { UnsafeMutableRawPointer($0) }, capacity: capacity)
    let answer = withArguments(args, count) { scope.render(record, $0, into: &output) }
    return finish(&output, answer, length)
  }

  @inline(__always)
  private static func finish(
    _ output: inout Output, _ answer: HotAnswer, _ length: UnsafeMutablePointer<Int>?
  ) -> calque_status? {
    if answer == .full { return nil }
    let status = Reply.finish(&output, length)
    return status == Outcome.ok && answer == .missing ? Outcome.missingKey : status
  }

  /// `full` for arguments that are not simple.
  @inline(__always)
  private static func withArguments(
    _ args: UnsafePointer<calque_arg>?, _ count: Int,
    _ body: (UnsafeBufferPointer<Argument>) -> HotAnswer
  ) -> HotAnswer {
    if count == 0 { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    guard let args, count > 0, count <= mostArguments else { return .full }
    // A capacity that is known when this is compiled: part of the stack frame.
    return withUnsafeTemporaryAllocation(of: Argument.self, capacity: mostArguments) { arguments in
      for position in 0..<count {
        guard let argument = argument(args + position) else { return .full }
        arguments.initializeElement(at: position, to: argument)
      }
      return body(UnsafeBufferPointer(rebasing: arguments[..<count]))
    }
  }

  /// nil for an argument without a name, or one that is wrong in a way that needs an error.
  @inline(__always)
  private static func argument(_ arg: UnsafePointer<calque_arg>) -> Argument? {
    guard let name = bytes(arg.pointee.name, arg.pointee.name_length) else { return nil }
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
    let argument = Argument(
      name: name, kind: kind, integer: arg.pointee.integer, number: arg.pointee.number, text: text)
    return argument.hasPlainName ? argument : nil
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
