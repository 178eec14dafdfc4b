// swift-tools-version: 6.0
import PackageDescription

// Built by scripts/benchmark_swift.sh, which says where the headers and the library of C are.
let package = Package(
  name: "swift-calls",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "calque", path: "../..")],
  targets: [
    .target(name: "Beside"),
    .executableTarget(
      name: "SwiftCalls",
      dependencies: ["Beside", .product(name: "Calque", package: "calque")]),
  ])
