// swift-tools-version: 6.0
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// One Swift module of the engine, lower ones first. tools/checks/check_imports.py compares its
/// files with `imports`, and tools/generators/generate_sources.py writes the lists of CMake.
func module(_ name: String, _ imports: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: settings)
}

func suite(_ name: String, _ imports: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + imports, swiftSettings: settings)
}

let package = Package(
  name: "calque",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "Calque", targets: ["Calque"])],
  targets: [
    .systemLibrary(name: "CCalque", path: "include"),
    .systemLibrary(
      name: "CJansson", path: "Sources/CJansson", pkgConfig: "jansson",
      providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]),
    .systemLibrary(name: "CPlatform", path: "Sources/CPlatform"),
    module("CalqueBase", ["CPlatform"]),
    module("CalqueJSON", ["CJansson", "CalqueBase"]),
    module("CalqueLocale", ["CalqueBase"]),
    module("CalqueTemplate", ["CalqueBase", "CalqueLocale"]),
    module("CalqueFormat", ["CPlatform", "CalqueBase", "CalqueLocale"]),
    module("CalqueCatalog", ["CPlatform", "CalqueBase", "CalqueTemplate"]),
    module("CalqueStorage", ["CPlatform", "CalqueBase"]),
    module("CalqueTransport", ["CPlatform", "CalqueBase", "CalqueStorage"]),
    module("CalqueLoading", ["CalqueBase", "CalqueJSON", "CalqueStorage", "CalqueTransport"]),
    module(
      "CalqueTranslator",
      [
        "CalqueBase", "CalqueJSON", "CalqueLocale", "CalqueTemplate",
        "CalqueFormat", "CalqueCatalog", "CalqueStorage", "CalqueTransport", "CalqueLoading",
      ]),
    module("CalqueMessages", ["CalqueBase", "CalqueJSON"]),
    module("CalqueTexts", ["CalqueBase", "CalqueJSON", "CalqueStorage", "CalqueTransport"]),
    module("CalqueTranscript", ["CalqueBase", "CalqueJSON"]),
    module(
      "CalqueProposals",
      ["CalqueBase", "CalqueJSON", "CalqueLocale", "CalqueStorage", "CalqueTransport"]),
    module(
      "CalqueConnections", ["CalqueBase", "CalqueTranslator", "CalqueMessages", "CalqueProposals"]),
    module("CalqueURLSession", ["CalqueBase", "CalqueTransport"]),
    module(
      "Calque",
      [
        "CalqueBase", "CalqueJSON", "CalqueLocale", "CalqueTemplate", "CalqueFormat",
        "CalqueCatalog",
        "CalqueTranslator", "CalqueMessages", "CalqueStorage", "CalqueTransport",
        "CalqueTexts", "CalqueLoading", "CalqueTranscript", "CalqueProposals",
        "CalqueConnections", "CalqueURLSession",
      ]),
    module(
      "CalqueABI",
      [
        "CCalque", "CPlatform", "CalqueBase", "CalqueJSON", "CalqueLocale", "CalqueTemplate",
        "CalqueFormat",
        "CalqueCatalog", "CalqueTranslator", "CalqueMessages", "CalqueStorage", "CalqueTransport",
        "CalqueTexts", "CalqueLoading", "CalqueTranscript", "CalqueProposals",
        "CalqueConnections",
      ]),
    .target(
      name: "TestSupport",
      dependencies: ["CPlatform", "CalqueBase", "CalqueStorage", "CalqueTransport"],
      path: "Tests/TestSupport", swiftSettings: settings),
    suite("Calque", ["CalqueBase", "TestSupport"]),
    suite("CalqueBase", ["CPlatform", "TestSupport"]),
    suite("CalqueJSON", ["CPlatform", "CalqueBase"]),
    suite("CalqueLocale", ["CalqueBase"]),
    suite("CalqueMessages", ["CalqueBase", "CalqueJSON"]),
    suite("CalqueTemplate", ["CalqueBase", "CalqueJSON"]),
    suite("CalqueFormat", ["CalqueBase"]),
    suite("CalqueABI", ["CCalque", "TestSupport"]),
    suite(
      "CalqueTexts",
      ["CalqueBase", "CalqueJSON", "CalqueStorage", "CalqueTransport", "TestSupport"]),
    suite(
      "CalqueProposals",
      [
        "CalqueBase", "CalqueJSON", "CalqueLocale", "CalqueStorage", "CalqueTransport",
        "TestSupport",
      ]),
    suite("CalqueTransport", ["CPlatform", "CalqueBase", "CalqueStorage", "TestSupport"]),
    suite("CalqueTranscript", ["CalqueBase", "CalqueJSON", "TestSupport"]),
    suite("CalqueStorage", ["CPlatform", "CalqueBase", "TestSupport"]),
    suite(
      "CalqueLoading",
      ["CalqueBase", "CalqueJSON", "CalqueStorage", "CalqueTransport", "TestSupport"]),
    suite("CalqueCatalog", ["CalqueBase", "CalqueJSON", "CalqueTemplate", "TestSupport"]),
    suite(
      "CalqueTranslator",
      [
        "CPlatform", "CalqueBase", "CalqueJSON", "CalqueCatalog", "CalqueLocale", "CalqueTemplate",
        "CalqueLoading", "CalqueTransport", "TestSupport",
      ]),
  ]
)
