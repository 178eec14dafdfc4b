import CalqueBase

/// Structures that a host passes by pointer and that may be older or newer than this library.
enum Structure {
  /// Reads as much of a structure as the host's header had; the rest is zero, as is all of it for NULL.
  ///
  /// - Parameter known: an all-zero structure.
  /// - Throws: `invalidArgument` when `struct_size`, its first member, is not a size; `unsupported` when
  ///   there is something in members that this version does not know.
  static func read<Table>(
    _ table: UnsafePointer<Table>?, _ known: Table, _ name: Literal
  ) throws(Diagnostic) -> Table {
    guard let table else { return known }
    let raw = UnsafeRawPointer(table)
    let knownSize = MemoryLayout<Table>.size
    let size = try Self.size(of: raw, name)
    try requireKnown(raw, knownSize, size, name)
    var copy = known
    withUnsafeMutableBytes(of: &copy) { bytes in
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: min(size, knownSize)))
    }
    return copy
  }

  @inline(never)
  private static func size(
    of table: UnsafeRawPointer, _ name: Literal
  ) throws(Diagnostic) -> Int {
    let size = table.load(as: Int.self)
    guard size >= MemoryLayout<Int>.size, size <= 4096 else {
      throw Diagnostic(.invalidArgument, "\(name)->struct_size is not its size")
    }
    return size
  }

  @inline(never)
  private static func requireKnown(
    _ table: UnsafeRawPointer, _ knownSize: Int, _ size: Int, _ name: Literal
  ) throws(Diagnostic) {
    for offset in knownSize..<max(size, knownSize)
    where table.load(fromByteOffset: offset, as: UInt8.self) != 0 {
      throw Diagnostic(
        .unsupported, "\(name) has members that this version does not know")
    }
  }
}
