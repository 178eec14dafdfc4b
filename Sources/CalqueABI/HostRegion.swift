import CalqueBase

/// Bytes that the host keeps until it is told that they are no longer needed.
final class HostRegion: MemoryRegion {
  // Unchecked: the host promised not to change what it points to.
  nonisolated(unsafe) let start: UnsafeRawPointer
  let count: Int
  private let context: HostContext

  init(_ start: UnsafeRawPointer, _ count: Int, _ context: HostContext) {
    self.start = start
    self.count = count
    self.context = context
  }
}
