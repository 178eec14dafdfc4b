public import CCalque
import CalqueBase
import CalqueJSON
import CalqueLocale
import CalqueTemplate
import CalqueTranslator

// include/calque/pattern.h

@c @implementation
public func calque_pattern_describe(
  _ format: calque_format, _ options: UnsafePointer<CChar>!, _ options_length: Int,
  _ patterns: UnsafePointer<CChar>!, _ patterns_length: Int,
  _ json: UnsafeMutablePointer<calque_string>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    guard let format = TranslatorFormat(rawValue: format) else {
      throw Diagnostic(.invalidArgument, "there is no such format")
    }
    let given = try Input.members(options, options_length, "options")
    guard case .array(let texts) = try Input.value(patterns, patterns_length, "patterns") else {
      throw Diagnostic(.invalidType, "patterns is not a JSON array")
    }
    let syntax = try TranslatorOptions(format: format, given: given).interpolation
    let description = PatternDescription(dialect: format.dialect, syntax: syntax)
    var answer: [Value] = []
    answer.reserveCapacity(texts.count)
    for text in texts {
      guard let text = text.text else {
        throw Diagnostic(.invalidType, "a pattern is not a text")
      }
      answer.append(.array(description.parts(of: text)))
    }
    return JSON.text(of: .array(answer))
  }
}

@c @implementation
public func calque_plural_forms(
  _ locale: UnsafePointer<CChar>!, _ locale_length: Int, _ format: calque_format,
  _ kind: calque_plural_kind, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let locale = try Input.text(locale, locale_length, "locale")
    guard let format = TranslatorFormat(rawValue: format) else {
      throw Diagnostic(.invalidArgument, "there is no such format")
    }
    guard kind == CALQUE_PLURAL_CARDINAL || kind == CALQUE_PLURAL_ORDINAL else {
      throw Diagnostic(.invalidArgument, "there is no such plural kind")
    }
    let forms = format.pluralForms(for: locale, isOrdinal: kind == CALQUE_PLURAL_ORDINAL)
    return JSON.text(of: .array(forms.map { .object($0.members) }))
  }
}

extension PluralSamples.Form {
  fileprivate var members: Members {
    var members = Members()
    members["suffix"] = .text(suffix)
    members["category"] = category.map { .text(Text(stringLiteral: $0.name)) } ?? .null
    members["integers"] = .array(integers.map { .text($0) })
    members["decimals"] = .array(decimals.map { .text($0) })
    return members
  }
}
