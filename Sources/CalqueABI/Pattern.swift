import CalqueBase
import CalqueLocale
import CalqueTemplate
import CalqueTranslator

// include/calque/pattern.h

extension CFunction {
  static func calque_pattern_describe(
    _ format: TranslatorFormat, _ options: Members, _ patterns: Value
  ) throws(Diagnostic) -> Value {
    guard case .array(let texts) = patterns else {
      throw Diagnostic(.invalidType, "patterns is not a JSON array")
    }
    let read = try TranslatorOptions(format: format, FormatCode.of(format), given: options)
    let compiler = PatternCompiler(dialect: format.dialect, syntax: read.interpolation)
    var answer: [Value] = []
    answer.reserveCapacity(texts.count)
    for text in texts {
      guard let text = text.text else {
        throw Diagnostic(.invalidType, "a pattern is not a string")
      }
      answer.append(.array(compiler.parts(of: text)))
    }
    return .array(answer)
  }
}

extension PluralSamples.Form {
  var members: Members {
    var members = Members()
    members["suffix"] = .text(suffix)
    members["category"] = category.map { .text(Text(stringLiteral: $0.name)) } ?? .null
    members["integers"] = .array(of: integers)
    members["decimals"] = .array(of: decimals)
    return members
  }
}
