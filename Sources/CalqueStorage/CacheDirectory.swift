import CPlatform
package import CalqueBase

/// A directory of files that this library wrote, for its owner alone.
///
/// Safe from any thread, and from several processes: each file is always a whole one.
package struct CacheDirectory: Sendable {
  package let path: Text

  /// - Parameter path: made, with the directories above it, when something is first written.
  package init(_ path: Text) { self.path = path }

  /// Where the platform keeps caches: `$XDG_CACHE_HOME/name`, or `name` in `.cache` of the home
  /// directory (XDG Base Directory Specification); `Library/Caches` on macOS. It may be emptied.
  ///
  /// - Throws: `io` when the environment has no home directory.
  package static func standard(_ name: Text) throws(Diagnostic) -> CacheDirectory {
    try place(name, "XDG_CACHE_HOME", "/.cache/", onApple: "/Library/Caches/")
  }

  /// Where the platform keeps what lasts: `$XDG_STATE_HOME/name`, or `name` in `.local/state` of the
  /// home directory; `Library/Application Support` on macOS.
  ///
  /// - Throws: as `standard`.
  package static func lasting(_ name: Text) throws(Diagnostic) -> CacheDirectory {
    try place(name, "XDG_STATE_HOME", "/.local/state/", onApple: "/Library/Application Support/")
  }

  private static func place(
    _ name: Text, _ variable: Text, _ folder: Text, onApple: Text
  ) throws(Diagnostic) -> CacheDirectory {
    if let base = environment(variable), base.hasPrefix("/") {
      return CacheDirectory("\(base)/\(name)")
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else {
      throw Diagnostic(.io, "cannot find a directory for files: HOME is not set")
    }
    #if os(macOS)
      return CacheDirectory("\(home)\(onApple)\(name)")
    #else
      return CacheDirectory("\(home)\(folder)\(name)")
    #endif
  }

  /// A directory inside this one, by an identifier.
  package func directory(_ identifier: Text) -> CacheDirectory {
    CacheDirectory("\(path)/\(Self.encoded(identifier))")
  }

  /// The name of a file for an identifier: letters, digits, `_` and `-` stand for themselves and
  /// everything else is percent-encoded, so that no identifier leads out of the directory.
  package static func fileName(_ identifier: Text, _ suffix: Text) -> Text {
    encoded(identifier) + suffix
  }

  /// The contents of a file; nil when there is none.
  ///
  /// - Throws: `io`, `limitExceeded`.
  package func read(_ name: Text, maximumBytes: Int) throws(Diagnostic) -> Text? {
    try File.readIfPresent("\(path)/\(name)", maximumBytes: maximumBytes)
  }

  /// Replaces a file as a whole.
  ///
  /// - Throws: `io`; the file is as it was then.
  package func write(_ content: Text, to name: Text) throws(Diagnostic) {
    try make()
    try AtomicFile.write(content, to: "\(path)/\(name)")
  }

  /// Removes a file, if it exists.
  package func remove(_ name: Text) throws(Diagnostic) {
    let file: Text = "\(path)/\(name)"
    guard try file.withPath({ unlink($0) }) != 0, calque_platform_errno() != ENOENT else { return }
    throw SystemError.diagnostic("cannot remove the file", file)
  }

  /// The names of the files, sorted; none when there is no directory. Removes what a process that
  /// was killed had begun to write.
  package func names() throws(Diagnostic) -> [Text] {
    guard let directory = try path.withPath({ opendir($0) }) else {
      if calque_platform_errno() == ENOENT { return [] }
      throw SystemError.diagnostic("cannot read the directory", path)
    }
    defer { closedir(directory) }
    var names: [Text] = []
    while let name = calque_platform_next_name(directory) {
      let text = Text(cString: name)
      if text.hasPrefix(".") { continue }
      if !text.contains(".draft-") {
        names.append(text)
      } else if AtomicFile.isAbandoned(text) {
        try? remove(text)
      }
    }
    return names.inOrder()
  }

  /// Makes the directory and those above it.
  package func make() throws(Diagnostic) {
    var end = 0
    while end < path.count {
      end = path.part(end + 1).firstIndex(of: "/").map { end + 1 + $0 } ?? path.count
      let part = path.part(0, end)
      guard try part.withPath({ mkdir($0, 0o700) }) != 0 else { continue }
      let code = calque_platform_errno()
      // Directories above it may exist without being writable.
      guard code != EEXIST, end == path.count || ![EACCES, EROFS].contains(code) else { continue }
      throw SystemError.diagnostic("cannot create the directory", part)
    }
  }

  private static func encoded(_ identifier: Text) -> Text {
    var encoded = Text()
    for byte in identifier.bytes {
      let isKept = byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2D || byte == 0x5F
      if isKept { encoded.append(byte) } else { encoded += PercentEncoding.encoded(byte: byte) }
    }
    return encoded
  }

  private static func environment(_ name: Text) -> Text? {
    guard let value = try? name.withPath({ getenv($0) }) else { return nil }
    let text = Text(cString: value)
    return text.isEmpty ? nil : text
  }
}

extension CacheDirectory {
  /// Milliseconds to wait for a process that has the lock and may be stopped.
  private static var patience: Int { 2000 }

  /// Runs `body` while no other process, and no other caller of this function, is inside it for the
  /// same directory.
  ///
  /// Without a lock (no directory, no permission, a process that does not release it) `body` still
  /// runs: files are always whole anyway.
  package func locked<Result>(
    _ body: () throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    let descriptor = try (path + "/.lock").withPath { calque_platform_open_lock($0) }
    defer {
      if descriptor >= 0 {
        // A child that was forked meanwhile has the descriptor, too.
        flock(descriptor, LOCK_UN)
        close(descriptor)
      }
    }
    let deadline = SteadyClock.after(Self.patience)
    while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0,
      [EWOULDBLOCK, EINTR].contains(calque_platform_errno()),
      SteadyClock.milliseconds() < deadline
    {
      usleep(2000)
    }
    return try body()
  }
}
