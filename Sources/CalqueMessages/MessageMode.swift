/// Whose rules a message table follows.
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
