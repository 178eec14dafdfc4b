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

/// Limits on decoding one text. Parts that would exceed a limit stay as written.
package struct MessageLimits: Equatable, Sendable {
  /// Messages inside one another.
  package var maximumDepth = 32
  /// Bytes that references may make the text grow to; those still to be replaced count as written. A
  /// message that is not longer than its reference is always put in.
  package var maximumOutput = 1 << 20
  /// References replaced in one text.
  package var maximumSteps = 100_000

  package init() {}

  package init(maximumDepth: Int, maximumOutput: Int, maximumSteps: Int) {
    self.maximumDepth = maximumDepth
    self.maximumOutput = maximumOutput
    self.maximumSteps = maximumSteps
  }
}

/// The original library whose rules a message table follows.
package enum MessageMode: Sendable {
  /// Blockly for iOS: `%%` stays as it is when decoding, any key can be referred to, a reference is a
  /// letter and then letters, digits, `_` or `|`, and synonyms are followed once.
  case ios
  /// Blockly for the web: `%%` is an escaped percent sign, only keys that begin with `BKY_` can be
  /// referred to, newlines are tokens, and a synonym may lead to another one.
  case js

  /// How many synonyms a look-up follows.
  var hops: Int { self == .ios ? 1 : 8 }
}
