import CalqueBase

/// Proposed values and queued proposals, from one run to the next.
extension Localization {
  /// Stores them, if the options say so.
  ///
  /// - Throws: `io`.
  func saveProposals() throws(Diagnostic) {
    guard options.persistsProposals, let files else { return }
    try saving.withLock { (_) throws(Diagnostic) in
      try files.save(
        proposals: [
          "guid": .text(guid), "proposals": .array(state.parts.overlay.data),
          "queue": .array(book.read { $0.queue.map { $0.data } }),
        ])
    }
  }

  /// Reads the stored proposals of this guid; invalid entries are skipped.
  static func loadProposals(
    _ files: LocalizationFiles, _ guid: Text, into parts: inout LocalizationParts
  ) -> [QueuedProposal] {
    guard let members = files.proposals(), members["guid"]?.text == guid else { return [] }
    for value in members["proposals"]?.array ?? [] {
      guard let kept = KeptProposal(value) else { continue }
      if let base = kept.base {
        parts.overlay.set(kept.value, kept.identifier, kept.locale, base: base)
      } else {
        _ = parts.propose(kept.value, kept.identifier, kept.locale)
      }
    }
    var queue: [QueuedProposal] = []
    for value in members["queue"]?.array ?? [] {
      guard let kept = KeptProposal(value) else { continue }
      // The first one may have been on its way when the process ended.
      let wasTried = kept.wasTried || queue.isEmpty
      let entry = parts.overlay.entry(kept.identifier, kept.locale)
      queue.append(
        QueuedProposal(
          number: UInt64(queue.count + 1), identifier: kept.identifier, locale: kept.locale,
          value: kept.value, entry: entry?.number ?? 0, wasTried: wasTried))
    }
    return queue
  }
}

/// A stored proposal.
private struct KeptProposal {
  let identifier: ItemIdentifier
  let locale: Text
  let value: Text
  let base: Text?
  let wasTried: Bool

  init?(_ kept: Value) {
    guard let members = kept.object, let section = members["section"]?.text,
      let key = members["key"]?.text,
      let identifier = try? ItemIdentifier(section: section, key: key),
      let locale = members["locale"]?.text, !locale.isEmpty, let value = members["value"]?.text
    else { return nil }
    self.identifier = identifier
    self.locale = locale
    self.value = value
    base = members["base"]?.text
    wasTried = members["wasTried"]?.bool ?? false
  }
}
