package import CalqueBase

/// The options that a collection of texts is created with.
package struct TextsOptions: Sendable {
  package var sessionID: Text = "Default"
  /// The directory with a directory for each session; nil for that of the platform.
  package var cacheDirectory: Text?
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
    sessionID = try reader.text("sessionID") ?? sessionID
    cacheDirectory = try reader.text("cacheDirectory")
    resourceBundle = try reader.text("resourceBundle")
    func number(
      _ name: Text, _ range: ClosedRange<Int64>, _ standard: Int
    ) throws(Diagnostic) -> Int {
      try reader.integer(name, in: range).map { Int(clamping: $0) } ?? standard
    }
    resourceTimeout = try number("resourceTimeout", 1...Self.longestTime, resourceTimeout)
    maximumBytes = try number("maximumBytes", 0...(1 << 30), maximumBytes)
    maximumVersionBytes = try number("maximumVersionBytes", 0...(1 << 26), maximumVersionBytes)
    maxParallelReads = try number("maxParallelReads", 1...1000, maxParallelReads)
    reloadInterval = try number("reloadInterval", 0...Self.longestTime, reloadInterval)
    guard !sessionID.isEmpty else { throw reader.wrong("sessionID", "a text with something in it") }
  }

  /// 24 days: what fits into 31 bits.
  package static let longestTime: Int64 = (1 << 31) - 1
}
