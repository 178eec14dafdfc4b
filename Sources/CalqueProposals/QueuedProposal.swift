import CalqueBase

/// A proposal on its way to the backend.
struct QueuedProposal: Sendable {
  /// Identifies queued proposals; increases.
  let number: UInt64
  let identifier: ItemIdentifier
  let locale: Text
  let value: Text
  /// The number of its entry in the overlay.
  var entry: UInt64
  /// The value shown before.
  var previous: Text?
  /// Whether it was tried before, so that the backend may have it already.
  var wasTried = false
  /// The call that proposed it, while it waits for a response.
  var call: PendingCall?

  var data: Value {
    .object([
      "section": .text(identifier.section), "key": .text(identifier.key), "locale": .text(locale),
      "value": .text(value), "wasTried": .bool(wasTried),
    ])
  }
}
