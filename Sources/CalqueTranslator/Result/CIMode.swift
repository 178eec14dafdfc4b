import CalqueBase
import CalqueTemplate

/// The language `cimode`, in which keys are their own texts.
extension Call {
  /// `lng` of the call or the current language, if it is `cimode`.
  var ciMode: Text? {
    guard frame.pointee.lng != nil || core.pointee.isCIMode else { return nil }
    let language = frame.lng ?? core.pointee.language
    guard language.count == 6 else { return nil }
    let text = Text(language)
    return text.lowercasedASCII().equals("cimode") ? text : nil
  }

  func answerCIMode(
    _ keys: UnsafeBufferPointer<Bytes>, _ language: Text, _ output: inout Output
  ) -> Answer {
    let last = parts(of: keys[keys.count - 1])
    let namespaces =
      last.ns.map { [Text($0)] } ?? core.pointee.chain._withUnsafeGuaranteedRef { $0.own }
    let (key, namespace) = (Text(last.key), namespaces.last ?? "")
    let appends =
      snapshot.options.appendNamespaceToCIMode
      || frame.named("appendNamespaceToCIMode")?.pointee.isTruthy ?? false
    output.append(appends ? namespace + (nsSeparator ?? ":") + key : key)
    var resolution = Resolution()
    resolution.usedKey = key
    resolution.exactUsedKey = key
    resolution.usedLng = language
    resolution.usedNS = namespace
    observe(match(resolution, last, isValid: true))
    return .text
  }
}
