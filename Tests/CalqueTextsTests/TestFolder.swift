import CPlatform
import CalqueBase
import CalqueStorage
import Testing

/// A folder of a test, removed with the object.
final class TestFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/calque-texts-XXXXXX".utf8CString)
    let isMade = template.withUnsafeMutableBufferPointer { name in
      name.baseAddress.map { mkdtemp($0) != nil } ?? false
    }
    try #require(isMade)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  func write(_ content: Text, to name: String) throws {
    let place = "\(path)/\(name)".split(separator: "/").dropLast().joined(separator: "/")
    try CacheDirectory(Text("/" + place)).make()
    try AtomicFile.write(content, to: Text("\(path)/\(name)"))
  }

  func read(_ name: String) throws -> Text? {
    try File.readIfPresent(Text("\(path)/\(name)"), maximumBytes: 1 << 20)
  }

  func names(_ folder: String = "") throws -> [String] {
    try CacheDirectory(Text("\(path)/\(folder)")).names().map { $0.string }
  }

  func remove(_ name: String) { unlink("\(path)/\(name)") }

  private static func remove(_ path: String) {
    if let directory = opendir(path) {
      while let name = calque_platform_next_name(directory) {
        let name = String(cString: name)
        if name != ".", name != ".." { remove(path + "/" + name) }
      }
      closedir(directory)
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
