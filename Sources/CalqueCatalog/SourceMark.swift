package import CalqueBase

/// Identifies the content of a source file by two independent checksums.
package struct SourceMark: Equatable, Sendable {
  let first: UInt64
  let second: UInt64

  /// No source.
  package init() { self.init(first: 0, second: 0) }

  package init(of content: Text) {
    self.init(
      first: Checksum.of(content), second: Checksum.of(content, seed: UInt64(content.count) + 1))
  }

  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }
}
