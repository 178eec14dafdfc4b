/// A good file with some bytes changed.
enum ChangedFile {
  /// - Parameter changes: an offset of two bytes and a byte, again and again.
  static func bytes(_ file: [UInt8], by changes: [UInt8]) -> [UInt8] {
    var file = file
    for at in stride(from: 0, to: changes.count - 2, by: 3) {
      let offset = Int(changes[at]) << 8 | Int(changes[at + 1])
      file[offset % file.count] = changes[at + 2]
    }
    return file
  }
}
