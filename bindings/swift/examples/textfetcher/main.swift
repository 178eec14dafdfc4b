// TextFetcher, as its own documentation shows it. A comment behind a `print` is what it
// prints; tools/checks/check_swift_package.sh compares. The argument is the URL of the folder `served`.
import Calque
import Foundation

let server = CommandLine.arguments[1]
let cache = FileManager.default.temporaryDirectory
  .appendingPathComponent("calque-textfetcher-\(UUID().uuidString)")

// `TextFetcher.default` has the platform's cache; this one has its own.
let fetcher = TextFetcher(withSessionID: "SomeIdentifierA", cacheDirectory: cache.path)
guard let bundle = Bundle(path: FileManager.default.currentDirectoryPath + "/bundle") else {
  fatalError("there is no bundle")
}
fetcher.setResourceBundle(to: bundle)
fetcher.setResourceTimeout(to: 10)

// Texts by an enumeration.
enum TextType: String, TextSourceProvider, CaseIterable {
  case eula
  case text2 = "Text2"

  var textSource: TextSource {
    TextSource(
      identifier: rawValue,
      bundleFile: BundleFile(fileName: self == .eula ? "EULA" : rawValue, fileExtension: "txt"),
      remoteFile: self == .eula ? RemoteFile(urlString: "\(server)/eula.txt") : nil)
  }
}

// The classes of UIKit, on the main actor.
@MainActor class UILabel {
  var text: String?
}
@MainActor class UIViewController {
  let label = UILabel()
}

// A receiver of rising versions, called on the main actor; the fetcher does not retain it.
class MyViewController: UIViewController, TextFetcherNotificationReceiver {
  private var needsToAcceptEULA = false
  private var presented: CheckedContinuation<Void, Never>?

  func versionIncreased(to version: Version, for textSource: TextSource) {
    if textSource.identifier == "eula" {
      needsToAcceptEULA = true
      presented?.resume()
    }
  }

  func presentEula() async -> Bool {
    if !needsToAcceptEULA { await withCheckedContinuation { presented = $0 } }
    presented = nil
    return needsToAcceptEULA
  }

  func show(_ provider: some TextSourceProvider) async {
    await withCheckedContinuation { shown in
      fetcher.text(for: provider, awaitRemoteFetchIfNeeded: true) { text, version in
        self.label.text = "Version: \(version?.stringValue ?? "No Version specified")"
        shown.resume()
      }
    }
  }
}
let controller = MyViewController()
fetcher.addNotificationReceiver(controller)

TextType.allCases.forEach { fetcher.registerTextSource(fromProvider: $0) }

// Local texts are delivered at once.
fetcher.text(for: "eula") { text, version in
  print("Text retrieved: \(text ?? "None")", terminator: "")
}
// -> Text retrieved: The licence that came along.

// Versions from the bundle and the server; then the latest text.
let bundleFile: BundleFile = .init(fileName: "Versions", fileExtension: "json")
let remoteFile: RemoteFile = .init(urlString: "\(server)/versions.json")
let versionSource: VersionSource = .init(bundleFile: bundleFile, remoteFile: remoteFile)
fetcher.setVersionSource(to: versionSource) {}
let latest = try await fetcher.latest(for: "eula")
print(latest.text, terminator: "")  // The licence of the server.
print("with Version: \(latest.version)")  // with Version: 1.1.7

await controller.show(TextType.eula)
print(controller.label.text ?? "nil")  // Version: 1.1.7
await controller.show(TextType.text2)
print(controller.label.text?.hasPrefix("Version: ") ?? false)  // true
print(await controller.presentEula())  // true
fetcher.removeNotificationReceiver(controller)
try fetcher.clearCaches()
print(await fetcher.text(for: "eula") == nil)  // true
