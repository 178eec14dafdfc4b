/// Objects behind the opaque pointers of the C ABI. The only place that turns one into the other.
enum Handle {
  /// A new reference for the caller.
  static func make<Object: AnyObject>(_ object: Object) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(object).toOpaque())
  }

  /// The object behind a handle; nil for NULL.
  static func object<Object: AnyObject>(
    _ handle: OpaquePointer?, as type: Object.Type
  ) -> Object? {
    handle.map { Unmanaged<Object>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  /// Calls `body` with the object behind a handle, which the caller of the C function keeps alive:
  /// for hot calls, which must not count references. nil for NULL.
  @inline(__always)
  static func borrow<Object: AnyObject, Result>(
    _ handle: OpaquePointer?, as type: Object.Type, _ body: (Object) -> Result
  ) -> Result? {
    guard let handle else { return nil }
    return Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle))._withUnsafeGuaranteedRef(body)
  }

  /// The object behind a handle, whose reference ends with the result.
  static func take<Object: AnyObject>(_ handle: OpaquePointer, as type: Object.Type) -> Object {
    Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeRetainedValue()
  }

  static func retain<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type) {
    guard let handle else { return }
    _ = Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).retain()
  }

  static func release<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type) {
    guard let handle else { return }
    Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
  }
}
