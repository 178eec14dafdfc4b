import CCalque
import CPlatform
import CalqueBase
import CalqueCatalog
import CalqueTranslator

/// Hot calls at the boundary: arguments checked and handed on without allocating.
enum HotReply {
  /// More arguments than this are left to the full rules.
  private static let mostArguments = 16

  /// A call without arguments.
  ///
  /// - Returns: nil when the full rules have to be asked.
  @inline(__always)
  static func translate(
    _ scope: HotScope, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
  ) -> calque_status? {
    guard let bytes = bytes(key, keyLength), let start = bytes.baseAddress, capacity >= 0 else {
      return nil
    }
    let found = scope.find(start, bytes.count)
    if case .missing = found {
      var output = Output(buffer.map { UnsafeMutableRawPointer($0) }, capacity: capacity)
      output.append(start, bytes.count)
      return finish(&output, .missing, length)
    }
    return give(scope, found, nil, 0, buffer, capacity, length)
  }

  /// As the other, with arguments.
  static func translate(
    _ scope: HotScope, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
    _ args: UnsafePointer<calque_arg>?, _ count: Int, _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
  ) -> calque_status? {
    guard let bytes = bytes(key, keyLength), let start = bytes.baseAddress, capacity >= 0 else {
      return nil
    }
    var output = Output(buffer.map { UnsafeMutableRawPointer($0) }, capacity: capacity)
    let answer = withArguments(args, count) {
      scope.translate(start, bytes.count, &$0, into: &output)
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
      if let buffer,
        Output.write(padded: record.text, record.textLength, to: buffer, capacity: capacity)
      {
        length?.pointee = record.textLength
        return Outcome.ok
      }
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
    let answer = withArguments(args, count) { scope.render(record, &$0, into: &output) }
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
    _ args: UnsafePointer<calque_arg>?, _ count: Int, _ body: (inout HotArguments) -> HotAnswer
  ) -> HotAnswer {
    guard count >= 0, count <= mostArguments else { return .full }
    // A capacity that is known when this is compiled: part of the stack frame.
    return withUnsafeTemporaryAllocation(of: Argument.self, capacity: mostArguments) { storage in
      guard let start = storage.baseAddress else { return .full }
      var arguments = HotArguments(start)
      for position in 0..<count {
        guard let args, let argument = argument(args + position) else { return .full }
        arguments.append(argument)
      }
      return body(&arguments)
    }
  }

  /// nil for an argument without a name, or one that is wrong in a way that needs an error.
  @inline(__always)
  private static func argument(_ arg: UnsafePointer<calque_arg>) -> Argument? {
    guard let name = bytes(arg.pointee.name, arg.pointee.name_length),
      let kind = Argument.Kind(rawValue: arg.pointee.kind), kind != .other
    else { return nil }
    var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    if kind == .text {
      guard let given = bytes(arg.pointee.text, arg.pointee.length) else { return nil }
      text = given
    }
    let argument = Argument(
      name: name, kind: kind, integer: arg.pointee.integer, number: arg.pointee.number, text: text)
    return argument.hasPlainName ? argument : nil
  }

  /// Borrowed bytes of a text; nil for NULL and for a length that cannot be.
  @inline(__always)
  static func bytes(
    _ start: UnsafePointer<CChar>?, _ length: Int
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let start, length >= -1 else { return nil }
    let raw = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: raw, count: length == -1 ? strlen(start) : length)
  }
}
