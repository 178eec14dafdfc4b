package import CalqueBase
import CPlatform
import Synchronization

/// Writing a file so that it always has either the old or the new content.
package enum AtomicFile {
  /// Numbers the files of this process, so that two threads never write to one.
  private static let lastNumber = Atomic<UInt64>(0)

  /// Replaces a file of the library: written beside it, synced, renamed over it.
  ///
  /// - Throws: `io`; the old file is as it was then.
  package static func write(_ content: Text, to path: Text) throws(Diagnostic) {
    try replace(path, by: content, mode: 0o600)
  }

  /// Replaces a file of a user: the one behind symbolic links, with the permissions that it has.
  /// A device or another file that is not regular is written to in place.
  ///
  /// - Throws: `io`; the old file is as it was then.
  package static func writeShared(_ content: Text, to path: Text) throws(Diagnostic) {
    var mode: mode_t = 0o666
    var isOther = false
    let behind = try path.withPath { calque_platform_behind($0, &isOther, &mode) }
    defer { free(behind) }
    guard isOther else {
      return try replace(behind.map { Text(cString: $0) } ?? path, by: content, mode: mode)
    }
    let descriptor = try path.withPath { calque_platform_open_write($0) }
    guard descriptor >= 0 else { throw SystemError.diagnostic("cannot open the file", path) }
    let isWritten = write(content, to: descriptor)
    let failure = isWritten ? nil : SystemError.diagnostic("cannot write the file", path)
    close(descriptor)
    if let failure { throw failure }
  }

  private static func replace(
    _ path: Text, by content: Text, mode: mode_t
  ) throws(Diagnostic) {
    removeAbandonedDrafts(of: path)
    let draft = draft(of: path)
    let descriptor = try draft.withPath { calque_platform_open_new($0, mode) }
    guard descriptor >= 0 else { throw SystemError.diagnostic("cannot create the file", path) }
    let isWritten = write(content, to: descriptor) && fsync(descriptor) == 0
    var failure = isWritten ? nil : SystemError.diagnostic("cannot write the file", path)
    if close(descriptor) != 0, failure == nil {
      failure = SystemError.diagnostic("cannot write the file", path)
    }
    if failure == nil,
      try draft.withPath({ from in try? path.withPath { rename(from, $0) } }) != 0
    {
      failure = SystemError.diagnostic("cannot replace the file", path)
    }
    if let failure {
      _ = try draft.withPath { unlink($0) }
      throw failure
    }
    try syncDirectory(of: path)
  }

  /// Removes what processes that were killed had begun to write in the place of a file.
  private static func removeAbandonedDrafts(of path: Text) {
    let file = FilePath(path)
    guard let directory = try? file.folder.withPath({ opendir($0) }) else { return }
    defer { closedir(directory) }
    let start = file.name + ".draft-"
    while let name = calque_platform_next_name(directory) {
      let text = Text(cString: name)
      if text.hasPrefix(start), isAbandoned(text) {
        _ = try? ("\(file.folder)/\(text)" as Text).withPath { unlink($0) }
      }
    }
  }

  /// Distinguishes this process from an earlier one with the same number, as in containers.
  private static var token: Text {
    let made = Entropy.words().0 | 1
    let (isFirst, before) = processToken.compareExchange(
      expected: 0, desired: made, ordering: .relaxed)
    return Hexadecimal.text(of: isFirst ? made : before)
  }

  private static let processToken = Atomic<UInt64>(0)

  /// `path` with the number of this process, its token and the number of the file: what a crash
  /// leaves can be recognized, and does not get in the way of another write.
  private static func draft(of path: Text) -> Text {
    let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    return "\(path).draft-\(getpid())-\(token)-\(number)"
  }

  /// Whether a name is that of a draft whose process is gone.
  static func isAbandoned(_ name: Text) -> Bool {
    let parts = name.split(".draft-")
    guard parts.count > 1, let words = parts.last?.split("-"), words.count == 3,
      let number = Decimal.prefix(of: words[0]), number.number < 4_294_967_296
    else { return false }
    let process = Int64(number.number)
    if process == Int64(getpid()) { return words[1] != token }
    return calque_platform_process_exists(process) == 0
  }

  private static func write(_ content: Text, to descriptor: Int32) -> Bool {
    content.bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = CPlatform.write(
          descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
        if count < 0, calque_platform_errno() == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  /// Syncs the renaming. Errors are ignored: some file systems cannot sync directories.
  private static func syncDirectory(of path: Text) throws(Diagnostic) {
    let descriptor = try FilePath(path).folder.withPath { calque_platform_open_directory($0) }
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
