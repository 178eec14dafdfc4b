/// The kind of entry that a key names.
package enum MessageKind: Sendable {
  case message
  case synonym
}
