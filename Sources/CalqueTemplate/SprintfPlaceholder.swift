import CalqueBase

/// One placeholder of a sprintf template, read but not yet given its argument.
struct SprintfPlaceholder {
  /// Where the argument comes from.
  enum Source {
    /// The argument after the one taken last.
    case next
    /// `%2$s`: counted from 1.
    case position(Int)
    /// `%(user.names[0])s`: member names and array positions.
    case path([Text])
  }

  var source = Source.next
  var showsPlus = false
  var showsSpace = false
  var isAlternate = false
  var isLeftAligned = false
  /// One character, or empty when the template names none.
  var padding = Text()
  /// `*`: the width is an argument of its own.
  var takesWidth = false
  var width: Int?
  /// `.*`: the precision is an argument of its own.
  var takesPrecision = false
  var precision: Int?
  /// Bits of the C integer type that the length modifiers name.
  var integerBits = 32
  var verb: UInt8 = 0

  var padsWithZeros: Bool { padding.equals("0") }
}
