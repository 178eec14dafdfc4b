// Loads over URLSession from a server on loopback that redirects, stalls and sends too much. A comment
// behind a `print` is what it prints; tools/checks/check_swift_package.sh runs it and compares. The
// argument is the URL of the server.
import Calque
import Foundation

let server = CommandLine.arguments[1]

/// The outcome of loading one URL: the result, or why it failed, and the status of the answer.
func outcome(_ path: String, _ options: JSONObject = [:]) async throws -> String {
  let backend = JSONObject(["loadPath": "\(server)/\(path)"]).merging(options)
  let translator = try Translator(options: [
    "lng": "en", "fallbackLng": false, "maxRetries": 0, "backend": .object(backend),
  ])
  let report = try await translator.load()
  guard let file = report.files.first else { return "no file" }
  if let error = file.error { return "\(error.status) \(file.httpStatus)" }
  return "\(file.outcome) \(file.httpStatus) \(translator.t("key"))"
}

print(try await outcome("catalog.json"))  // loaded 200 value
print(try await outcome("redirect/3"))  // loaded 200 value
print(try await outcome("redirect/9"))  // badResponse 0
print(try await outcome("none.json"))  // httpStatus 404
print(try await outcome("broken"))  // httpStatus 500
print(try await outcome("stall", ["requestTimeout": 200]))  // timeout 0
print(try await outcome("cut"))  // unreachable 0

// Header fields, both ways, and a server that is not there.
print(try await outcome("echo", ["customHeaders": ["X-Key": "of the header"]]))
// -> loaded 200 of the header
let translator = try Translator(options: [
  "lng": "en", "fallbackLng": false, "maxRetries": 0,
  "backend": ["loadPath": "http://127.0.0.1:1/{{lng}}.json"],
])
print(try await translator.load().error?.message.hasPrefix("nothing could be loaded") ?? false)
// -> true

// Cancelling a task ends its load.
let stalled = try Translator(options: [
  "lng": "en", "fallbackLng": false, "maxRetries": 0,
  "backend": ["loadPath": .string("\(server)/stall")],
])
let load = Task { try await stalled.load().status }
load.cancel()
print(try await load.value)  // cancelled

// The limit on bytes ends an answer that never would.
let fetcher = TextFetcher(withSessionID: "endless", cacheDirectory: NSTemporaryDirectory())
fetcher.registerTextSource(
  TextSource(identifier: "endless", remoteFile: RemoteFile(urlString: "\(server)/endless")))
do {
  _ = try await fetcher.latest(for: "endless")
} catch {
  print(error.status)  // limitExceeded
}
