package import CalqueBase

/// How a message table behaves; fixed when it is made.
package struct MessageOptions: Sendable {
  package var mode = MessageMode.ios
  package var limits = MessageLimits()

  package init() {}

  package init(mode: MessageMode, limits: MessageLimits = MessageLimits()) {
    self.mode = mode
    self.limits = limits
  }

  /// Reads `mode`, `maxDepth`, `maxOutput` and `maxSteps`; other names are ignored.
  ///
  /// - Throws: `invalidOption` with the option's path.
  package init(_ members: Members) throws(Diagnostic) {
    switch members["mode"] {
    case nil: break
    case .text("ios"): mode = .ios
    case .text("js"): mode = .js
    default: throw Diagnostic(.invalidOption, "mode is neither \"ios\" nor \"js\"", path: "mode")
    }
    limits.maximumDepth = try Self.number(members, "maxDepth", upTo: 256) ?? limits.maximumDepth
    limits.maximumOutput =
      try Self.number(members, "maxOutput", upTo: 1 << 30) ?? limits.maximumOutput
    limits.maximumSteps = try Self.number(members, "maxSteps", upTo: 1 << 30) ?? limits.maximumSteps
  }

  private static func number(
    _ members: Members, _ name: Text, upTo highest: Int64
  ) throws(Diagnostic) -> Int? {
    guard let value = members[name] else { return nil }
    guard let number = value.integer, number >= 0, number <= highest else {
      let range = Text("0 to ") + Decimal.text(of: highest)
      throw Diagnostic(.invalidOption, name + " is not a whole number from " + range, path: name)
    }
    return Int(number)
  }
}
