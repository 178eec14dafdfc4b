package import CalqueBase

/// The options that a collection of texts is created with.
package struct TextsOptions: Sendable {
  package var sessionID: Text = "Default"
  /// The directory with a directory for each session; nil for that of the platform.
  package var cacheDirectory: Text?
  /// The directory, with a directory for each session, of the versions that the user has seen; nil for
  /// `cacheDirectory` where that is given, and else for that of the platform, which lasts.
  package var stateDirectory: Text?
  package var resourceBundle: Text?
  /// Milliseconds for a request, and for waiting for the latest text.
  package var resourceTimeout = 10_000
  /// Bytes that a text may have.
  package var maximumBytes = 16 << 20
  /// Bytes that a version file may have.
  package var maximumVersionBytes = 1 << 20
  /// Texts that are fetched at the same time.
  package var maxParallelReads = 10
  /// Milliseconds from one refresh of the versions to the next; 0 for none but those asked for.
  package var reloadInterval = 0

  package init() {}

  /// Reads the members that are named as the properties; others are ignored.
  ///
  /// - Throws: `invalidOption` with the member's name as the path.
  package init(_ members: Members) throws(Diagnostic) {
    let reader = MemberReader(members)
    sessionID = reader.text("sessionID") ?? sessionID
    cacheDirectory = reader.text("cacheDirectory")
    stateDirectory = reader.text("stateDirectory")
    resourceBundle = reader.text("resourceBundle")
    func number(_ name: Literal, _ range: ClosedRange<Int64>, _ target: inout Int) {
      if let number = reader.integer(name, in: range) { target = Int(clamping: number) }
    }
    number("resourceTimeout", 1...Self.longestTime, &resourceTimeout)
    number("maximumBytes", 0...(1 << 30), &maximumBytes)
    number("maximumVersionBytes", 0...(1 << 26), &maximumVersionBytes)
    number("maxParallelReads", 1...1000, &maxParallelReads)
    number("reloadInterval", 0...Self.longestTime, &reloadInterval)
    if sessionID.isEmpty { reader.refuse("sessionID", "a string that is not empty") }
    try reader.finish()
  }

  /// 24 days: what fits into 31 bits.
  package static let longestTime: Int64 = (1 << 31) - 1
}
