package import CalqueBase

/// Identifies the content of a source file by two independent checksums.
package struct SourceMark: Equatable, Sendable {
  let first: UInt64
  let second: UInt64
}

extension SourceMark {
  /// No source.
  package init() { self.init(first: 0, second: 0) }

  package init(of content: Text) {
    self.init(
      first: Checksum.of(content), second: Checksum.of(content, seed: UInt64(content.count) + 1))
  }
}
