import CPlatform
import CalqueBase

/// A parser under test; each has a corpus of its own in `corpus/`.
enum FuzzTarget: String {
  case json
  case compile
  case pattern
  case options
  case answer
  case texts
  case localeData = "localedata"
  case catalog
  case catalogFile = "catalogfile"
  case text
  case sprintf
  case count
  case tag
  case format
  case loading
  case messages
  case transcript
  case versions
  case proposals

  static let chosen: FuzzTarget = {
    let name = getenv("CALQUE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      preconditionFailure("CALQUE_FUZZ_TARGET names no target: \(name)")
    }
    return target
  }()

  func run(_ input: FuzzInput) {
    switch self {
    case .json: FuzzJSON.run(input)
    case .compile: FuzzCompile.run(input)
    case .pattern: FuzzPattern.run(input)
    case .options: FuzzOptions.run(input)
    case .answer: FuzzAnswer.run(input)
    case .texts: FuzzTexts.run(input)
    case .localeData: FuzzLocaleData.run(input)
    case .catalog: FuzzCatalog.run(input)
    case .catalogFile: FuzzCatalogFile.run(input)
    case .text: FuzzText.run(input)
    case .sprintf: FuzzSprintf.run(input)
    case .count: FuzzCount.run(input)
    case .tag: FuzzTag.run(input)
    case .format: FuzzFormat.run(input)
    case .loading: FuzzLoading.run(input)
    case .messages: FuzzMessages.run(input)
    case .transcript: FuzzTranscript.run(input)
    case .versions: FuzzVersions.run(input)
    case .proposals: FuzzProposals.run(input)
    }
  }
}
