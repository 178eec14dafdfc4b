import CPlatform
package import CalqueBase

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
    defer { if descriptor >= 0 { close(descriptor) } }
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
