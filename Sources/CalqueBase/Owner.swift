/// An object that is kept alive by its own pending work, and so has to be closed when nobody wants
/// the results any more.
package protocol Closable: AnyObject, Sendable {
  /// Cancels all pending calls.
  func close()
}

/// The host's reference to such an object, which is closed when the last one goes.
package final class Owner<Object: Closable>: Sendable {
  package let object: Object

  package init(_ object: Object) { self.object = object }

  deinit { object.close() }
}
