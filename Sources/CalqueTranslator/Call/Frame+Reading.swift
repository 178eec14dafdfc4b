package import CalqueBase
import CalqueJSON
package import CalqueTemplate

/// Arguments that are not C structures: JSON text, read in place, and trees of values.
extension Frame {
  /// Arguments that a call has room for on the stack.
  package static var usualCount: Int { 16 }

  /// Adds the members of a JSON object.
  ///
  /// - Parameters:
  ///   - json: UTF-8; it outlives the frame.
  ///   - storage: room for `usualCount` arguments.
  /// - Returns: nil for text that has to be parsed: what is wrong, and what is unusual.
  package static func reading(
    _ json: Bytes, _ storage: UnsafeMutablePointer<Argument>,
    _ evaluation: UnsafeMutablePointer<Evaluation>, _ chain: ChainReader
  ) -> Frame? {
    guard UTF8Check.firstInvalid(json) == nil else { return nil }
    // Each member has a colon, and takes five bytes.
    var most = usualCount
    if json.count > 5 &* usualCount { most = max(most, json.count { $0 == 0x3A }) }
    let storage = most == usualCount ? storage : evaluation.pointee.arena.take(Argument.self, most)
    var frame = Frame(storage, evaluation, chain)
    let hasSeparateVariables = chain.core.pointee.rules.pointee.hasSeparateVariables
    return frame.add(membersOf: json, optionsAlone: hasSeparateVariables) ? frame : nil
  }

  /// Adds the members of a JSON object; false for text that has to be parsed.
  ///
  /// - Parameter optionsAlone: only those that are options of format ios.
  @inline(never)
  mutating func add(membersOf json: Bytes, optionsAlone: Bool = false) -> Bool {
    var scan = JSONScan(json, in: evaluation.arena)
    let isRead = scan.members { name, item in
      let name = Name(name)
      if !optionsAlone || TranslatorFormat.isIOSOption(name) { add(Argument(name, item)) }
      return true
    }
    return isRead && scan.isAtEnd()
  }

  /// The members of a tree.
  package static func of(
    _ members: Members, _ evaluation: UnsafeMutablePointer<Evaluation>, _ chain: ChainReader
  ) -> Frame {
    let given = evaluation.pointee.arguments(of: members)
    let storage = evaluation.pointee.arena.take(Argument.self, max(given.count, 1))
    var frame = Frame(storage, evaluation, chain)
    let hasSeparateVariables = chain.core.pointee.rules.pointee.hasSeparateVariables
    for argument in given
    where !hasSeparateVariables || TranslatorFormat.isIOSOption(argument.name) {
      frame.add(argument)
    }
    return frame
  }

  /// Adds an argument whose value is JSON text; false for text that is not JSON.
  package mutating func add(_ name: Name, json: Bytes) -> Bool {
    guard UTF8Check.firstInvalid(json) == nil else { return false }
    var scan = JSONScan(json, in: evaluation.arena)
    if json.count <= Self.mostScanned {
      if scan.isAtTree() {
        // Most are read when a path leads into them, and then as a whole.
        add(name, unread: .json, json)
        return true
      }
      if let item = scan.value(), scan.isAtEnd() {
        add(Argument(name, item))
        return true
      }
    }
    guard let value = try? JSON.parse(json) else { return false }
    add(Self.argument(name.bytes, value, evaluation))
    return true
  }

  /// Bytes of JSON text that may be read again and again.
  private static var mostScanned: Int { 1024 }

  /// A value as an argument, kept until the call ends.
  package static func argument(
    _ name: Bytes, _ value: Value, _ evaluation: UnsafeMutablePointer<Evaluation>
  ) -> Argument {
    evaluation.pointee.arguments(of: Members([(Text(name), value)]))[0]
  }
}
