// swift-tools-version: 6.0
import PackageDescription

// A package of a user of the installed library, which pkg-config finds.
let package = Package(
  name: "consumer",
  targets: [
    .systemLibrary(name: "CCalque", pkgConfig: "calque"),
    .executableTarget(name: "consumer", dependencies: ["CCalque"]),
  ]
)
