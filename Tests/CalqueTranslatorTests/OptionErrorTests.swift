import CalqueBase
import CalqueTranslator
import Testing

@Suite struct OptionErrorTests {
  private func failure(_ format: TranslatorFormat, _ options: Text) -> Diagnostic? {
    do {
      _ = try TranslatorFixture.make(format, options)
      return nil
    } catch {
      return error as? Diagnostic
    }
  }

  @Test(
    arguments: [
      (TranslatorFormat.v4, #"{"lng":5}"#, "lng"), (.v4, #"{"ns":[1]}"#, "ns"),
      (.v4, #"{"fallbackLng":true}"#, "fallbackLng"), (.v4, #"{"returnNull":"no"}"#, "returnNull"),
      (.v4, #"{"keySeparator":true}"#, "keySeparator"),
      (.v4, #"{"interpolation":{"prefix":1}}"#, "interpolation.prefix"),
      (.v4, #"{"interpolation":{"maxReplaces":0}}"#, "interpolation.maxReplaces"),
      (.v4, #"{"limits":{"maxNesting":129}}"#, "limits.maxNesting"),
      (.v4, #"{"limits":{"maxSteps":1.5}}"#, "limits.maxSteps"),
      (.v1, #"{"escapeInterpolation":1}"#, "escapeInterpolation"),
      (.v1, #"{"ns":{"namespaces":5}}"#, "ns.namespaces"),
      (.ios, #"{"lang":["en"]}"#, "lang"), (.ios, #"{"langLoadType":3}"#, "langLoadType"),
      (.ios, #"{"langLoadType":"some"}"#, "langLoadType"),
    ] as [(TranslatorFormat, String, String)])
  func aWrongTypeIsReportedWithItsPath(
    format: TranslatorFormat, options: String, path: String
  ) {
    let error = failure(format, Text(options))
    #expect(error?.code == .invalidOption)
    #expect(error?.path.string == path)
  }

  @Test(arguments: [
    (#"{"resources":{"en":5}}"#, "resources.en"),
    (#"{"resources":{"en":{"translation":"x"}}}"#, "resources.en.translation"),
    (#"{"resources":{"en":{"translation":[]}}}"#, "resources.en.translation"),
  ])
  func resourcesOfAnotherShapeAreReported(options: String, path: String) {
    let error = failure(.v4, Text(options))
    #expect(error?.code == .invalidType)
    #expect(error?.path.string == path)
  }

  @Test func unknownOptionsAreIgnored() {
    #expect(failure(.v4, #"{"somethingElse":{"x":1},"debug":true}"#) == nil)
    #expect(failure(.ios, #"{"resources":5}"#) == nil)
  }

  @Test func emptyDelimitersKeepTheStandard() throws {
    let translator = try TranslatorFixture.english(
      #"{"k":"{{a}} $t(b)","b":"B"}"#,
      #""interpolation":{"prefix":"","suffix":"","nestingPrefix":""}"#)
    #expect(try translator.t("k", #"{"a":1}"#) == "1 B")
  }
}
