import CalqueBase
import CalqueTemplate

/// Options of i18next 1.x that more than one name or a word says.
extension TranslatorOptions {
  mutating func readV1(_ reader: OptionReader) {
    takeUnderscoreSyntax()
    takeV1(reader)
    if case .object = reader.members["ns"], let inner = reader.reader("ns") {
      inner.texts("namespaces", &ns)
      inner.texts("defaultNs", &defaultNS)
    } else {
      reader.texts("ns", &ns)
      if let first = ns.first { defaultNS = [first] }
    }
    readLoad(reader, currentOnly: "current", languageOnly: "unspecific")
    readMissingTarget(reader, "sendMissingTo")
  }

  /// The syntax that formats 1 and ios share.
  mutating func takeUnderscoreSyntax() {
    interpolation.prefix = "__"
    interpolation.suffix = "__"
    interpolation.escapeValue = false
    fallbackLng = .list(["dev"])
    ignoreJSONStructure = false
  }
}
