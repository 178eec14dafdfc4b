/// What a key stands for.
package enum MessageKind: Sendable {
  case message
  case synonym
}
