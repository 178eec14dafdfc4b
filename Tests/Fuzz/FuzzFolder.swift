import CPlatform
import CalqueBase
import CalqueStorage

/// A folder for the files of a target.
struct FuzzFolder {
  let path: Text

  /// - Parameter inner: folders in it, which are made.
  init(_ name: Text, with inner: [Text]) {
    let base = getenv("TMPDIR").map { Text(String(cString: $0)) } ?? "/tmp"
    path = base + "/" + name
    for folder in inner { try? CacheDirectory(path + "/" + folder).make() }
  }

  /// Writes a file without waiting for the disk, as the library would.
  func write(_ content: Text, to name: Text) {
    let file = fopen((path + "/" + name).string, "w")
    precondition(file != nil, "the file cannot be written")
    guard let file else { return }
    content.bytes.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, file) }
    fclose(file)
  }
}
