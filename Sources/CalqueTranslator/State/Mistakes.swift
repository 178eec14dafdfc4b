import CalqueBase

/// Reports mistakes that would go unnoticed to the host's log, each line once; most of them only
/// with `debug`.
final class Mistakes: Sendable {
  /// Limits the number of lines, so that a program that runs for long does not keep all of them.
  private static let most = 1000

  private let log: @Sendable (Text) -> Void
  private let told = Mutex(TextTable<Bool>())

  private init(_ log: @escaping @Sendable (Text) -> Void) { self.log = log }

  /// nil without a log.
  static func of(_ host: HostCallbacks) -> Mistakes? {
    // Embedded Swift leaks what an initializer gives up on.
    host.log.map { Mistakes($0) }
  }

  static func areTold(_ options: TranslatorOptions, _ host: HostCallbacks) -> Bool {
    options.debug && host.log != nil
  }

  func tell(_ line: Text) {
    let line = line.onOneLine
    let isNews = told.withLock { told in
      guard told.count < Self.most, told[line] == nil else { return false }
      told[line] = true
      return true
    }
    if isNews { log(line) }
  }

  /// - Parameter candidates: that may have been meant.
  func tell(_ line: Text, _ name: Text, among candidates: [Text]) {
    guard let near = EditDistance.nearest(to: name, among: candidates) else { return tell(line) }
    tell(line + "; did you mean \"" + near + "\"?")
  }
}
