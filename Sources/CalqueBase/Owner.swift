/// An object whose work under way keeps it alive, and which therefore has to be told when nobody
/// wants its results any more.
package protocol Closable: AnyObject, Sendable {
  /// Ends all that is under way, each call as cancelled.
  func close()
}

/// What a host holds of such an object: closes it with the last reference.
package final class Owner<Object: Closable>: Sendable {
  package let object: Object

  package init(_ object: Object) { self.object = object }

  deinit { object.close() }
}
