/// Bytes that do not change and do not move as long as the object lives: what catalogs are read
/// from in place.
package protocol MemoryRegion: AnyObject, Sendable {
  var start: UnsafeRawPointer { get }
  var count: Int { get }
}

extension MemoryRegion {
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
}
