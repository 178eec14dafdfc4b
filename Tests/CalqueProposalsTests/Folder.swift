import CPlatform
import CalqueBase
import CalqueStorage

/// A folder that goes with the test.
final class Folder {
  let path: Text

  init() {
    var name = Array("/tmp/calque-proposals-XXXXXX".utf8CString)
    if let base = getenv("TMPDIR") {
      name = (String(cString: base) + "/calque-proposals-XXXXXX").utf8CString.map { $0 }
    }
    _ = name.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }
    }
    path = Text(name.dropLast().map { UInt8(bitPattern: $0) })
  }

  deinit { Self.remove(path) }

  func write(_ content: Text, to name: Text) throws {
    let slash = name.lastIndex(of: "/")
    let inside = slash.map { path + "/" + name.part(0, $0) } ?? path
    try CacheDirectory(inside).write(content, to: slash.map { name.part($0 + 1) } ?? name)
  }

  func read(_ name: Text) throws -> Text? {
    try File.readIfPresent(path + "/" + name, maximumBytes: 1 << 20)
  }

  private static func remove(_ path: Text) {
    guard let names = try? CacheDirectory(path).names() else { return }
    for name in names where unlink((path + "/" + name).string) != 0 { remove(path + "/" + name) }
    _ = rmdir(path.string)
  }
}
