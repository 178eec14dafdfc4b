import CalqueBase
import CalqueTemplate

/// A pattern between delimiters of any kind: compiled and taken apart by each dialect.
///
/// The first line has the delimiters, with spaces between them; the rest is the pattern.
enum FuzzPattern {
  static func run(_ input: FuzzInput) {
    var input = input
    guard input.isUTF8 else { return }
    var parts = input.line().split(" ").makeIterator()
    let pattern = input.rest()
    var syntax = InterpolationSyntax()
    let standard = syntax
    syntax.prefix = parts.next() ?? ""
    syntax.suffix = parts.next() ?? ""
    syntax.formatSeparator = parts.next() ?? ""
    syntax.unescapePrefix = parts.next() ?? ""
    syntax.nestingPrefix = parts.next() ?? ""
    syntax.nestingSuffix = parts.next() ?? ""
    syntax.nestingOptionsSeparator = parts.next() ?? ""
    syntax.keepNonEmpty(from: standard)
    for dialect: PatternDialect in [.modern, .v1, .ios] {
      var program = ByteBuffer(capacity: 64)
      defer { program.deallocate() }
      let compiler = PatternCompiler(dialect: dialect, syntax: syntax)
      pattern.bytes.withUnsafeBufferPointer { _ = compiler.compile($0, to: &program) }
      _ = PatternCompiler(dialect: dialect, syntax: syntax).parts(of: pattern)
    }
  }
}
