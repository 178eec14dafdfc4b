import CalqueBase

/// A parsed placeholder of a sprintf template, without its argument.
struct SprintfPlaceholder {
  /// The source of the argument.
  enum Source {
    /// The argument after the previously taken one.
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
  /// One character; empty when the template specifies none.
  var padding = Text()
  /// `*`: the width is an argument of its own.
  var takesWidth = false
  var width: Int?
  /// `.*`: the precision is an argument of its own.
  var takesPrecision = false
  var precision: Int?
  /// The number of bits of the C integer type that the length modifiers specify.
  var integerBits = 32
  var verb: UInt8 = 0

  var padsWithZeros: Bool { padding.equals("0") }
}
