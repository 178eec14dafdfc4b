package import CalqueBase

/// A file of locale data: what the library does not carry itself. Immutable, shared by formatters.
package final class LocaleData: Sendable {
  let block: LocaleBlock
  // Kept for its memory.
  private let memory: MemoryRegion

  private init(_ block: LocaleBlock, _ memory: MemoryRegion) {
    self.block = block
    self.memory = memory
  }

  /// Checks the head of a file; the rest is checked wherever it is read.
  ///
  /// - Throws: `corrupt` for what is no such file or is cut short, `unsupported` for another layout
  ///   and for the facts of another version of CLDR.
  package static func open(_ memory: MemoryRegion) throws(Diagnostic) -> LocaleData {
    let start = memory.start.assumingMemoryBound(to: UInt8.self)
    guard let block = LocaleBlock(start, memory.count) else {
      if LocaleBlock.hasOtherLayout(start, memory.count) {
        throw Diagnostic(
          .unsupported, "the locale data was made for another version of the library")
      }
      throw Diagnostic(.corrupt, "not a file of locale data, or damaged")
    }
    guard block.isCurrent else {
      throw Diagnostic(.unsupported, "the locale data is of another version of CLDR")
    }
    return LocaleData(block, memory)
  }

  /// Whether there are facts about a language, or about one that it takes over from.
  package func has(_ language: Text) -> Bool { block.has(language) }

  /// The bytes of a file that has what this one has about some languages.
  package func cut(to languages: [Text]) -> [UInt8] { block.cut(to: languages) }
}
