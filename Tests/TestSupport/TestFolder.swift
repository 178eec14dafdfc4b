import CPlatform
package import CalqueBase
import CalqueStorage

/// A directory of a test's own, removed with the object.
package final class TestFolder: Sendable {
  package let path: Text

  package init() {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = (base + "/calque-test-XXXXXX").utf8CString
    let made = name.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }
    }
    path = Text(made.map { String(cString: $0) } ?? "")
  }

  deinit { Self.remove(path.string) }

  /// Writes a file, and makes the directories that lead to it.
  package func write(_ content: Text, to name: Text) throws {
    let parent = path + "/" + Text.joined(Array(name.split("/").dropLast()), by: "/")
    try CacheDirectory(parent).write(content, to: name.split("/").last ?? "")
  }

  /// The contents of a file; nil when there is none.
  package func read(_ name: Text) -> Text? {
    let content = try? File.readIfPresent(path + "/" + name, maximumBytes: 1 << 20)
    return content ?? nil
  }

  /// The names in the directory, sorted; those that begin with a dot are left out.
  package var names: [Text] {
    Self.names(path.string).filter { !$0.hasPrefix(".") }.map { Text($0) }.sorted { $0 < $1 }
  }

  /// Sets the permissions of a file or directory in it; "" is the directory itself.
  package func setMode(_ mode: UInt32, of name: Text = "") {
    chmod((path + "/" + name).string, mode_t(mode))
  }

  package func mode(of name: Text) -> UInt32 {
    var status = stat()
    return stat((path + "/" + name).string, &status) == 0 ? UInt32(status.st_mode) & 0o777 : 0
  }

  private static func names(_ directory: String) -> [String] {
    guard let opened = opendir(directory) else { return [] }
    defer { closedir(opened) }
    var names: [String] = []
    while let name = calque_platform_next_name(opened) {
      let name = String(cString: name)
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func remove(_ path: String) {
    chmod(path, 0o700)
    for name in names(path) { remove(path + "/" + name) }
    if unlink(path) != 0 { rmdir(path) }
  }
}
