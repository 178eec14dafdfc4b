package import CalqueBase
package import CalqueCatalog
package import CalqueTemplate

/// A chain as calls see it, without its reference count; valid as long as the chain.
package struct ChainReader: @unchecked Sendable {
  // Unchecked: what the pointer leads to is written before it is shared.
  let core: UnsafePointer<ChainCore>

  /// The result of a key without arguments in a first attempt.
  package enum Find {
    /// A text without anything to replace.
    case plain(CatalogRecord)
    /// A text that `render` fills in.
    case program(CatalogRecord)
    /// Nothing: the key is its own text.
    case missing
    /// Nothing as it stands: `translateApart` looks further.
    case absent
    /// As `absent`: the key may have a namespace before it, up to that place.
    case pair(Int)
    /// A second attempt is needed.
    case full
  }

  @inline(__always)
  package func find(_ key: UnsafePointer<UInt8>, _ count: Int) -> Find {
    guard count > 0 else { return .full }
    let found = core.pointee.table.record(key, count, KeyHash(key, count).mark)
    guard let record = found, !core.pointee.skips.skips(record) else {
      return core.pointee.isMerged ? absent(key, count) : findLayered(key, count)
    }
    return core.mayBeSplit(record) ? .full : find(record)
  }

  /// Without a table over all layers each of them has to be asked.
  @inline(never)
  private func findLayered(_ key: UnsafePointer<UInt8>, _ count: Int) -> Find {
    guard core.pointee.isDirect else { return .full }
    guard let record = layered(key, count) else { return absent(key, count) }
    return core.mayBeSplit(record) ? .full : find(record)
  }

  /// A key that no catalog has as it stands.
  @inline(__always)
  private func absent(_ key: UnsafePointer<UInt8>, _ count: Int) -> Find {
    let showsAsItIs =
      core.pointee.showsMissing && count <= core.pointee.maxOutput
      && !core.pointee.telling.occurs(in: key, count)
    return showsAsItIs ? .missing : apart(key, count)
  }

  /// A key that may be more than a name.
  @inline(never)
  private func apart(_ key: UnsafePointer<UInt8>, _ count: Int) -> Find {
    if case .pair(let end) = core.pointee.marks.shape(key, count) { return .pair(end) }
    return .absent
  }

  /// The record of a key where each layer has to be asked.
  private func layered(_ key: UnsafePointer<UInt8>, _ count: Int) -> CatalogRecord? {
    let mark = KeyHash(key, count).mark
    return core.firstLayer { layer in
      layer.pointee.record(key, count, mark)
        .flatMap { core.pointee.skips.skips($0) ? nil : $0 }
    }
  }

  @inline(__always)
  private func find(_ record: CatalogRecord) -> Find {
    let kind = record.kind
    if kind == NodeKind.plain.rawValue { return .plain(record) }
    return kind == NodeKind.program.rawValue ? .program(record) : .full
  }

  /// A record that `find` gave.
  @inline(__always)
  package func render(
    _ record: CatalogRecord, _ arguments: inout CallArguments, into output: inout Output
  ) -> CallAnswer {
    let start = output.length
    return withUnsafeMutablePointer(to: &arguments) {
      let call = Call(core, $0)
      let answer = withUnsafePointer(to: CallKey(record.key, record.keyLength, core)) {
        call.whole(record, into: &output, $0)
      }
      return checked(answer, $0, start, &output)
    }
  }

  /// The first attempt at a key with arguments.
  @inline(__always)
  package func translate(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ arguments: inout CallArguments,
    into output: inout Output
  ) -> CallAnswer {
    let start = output.length
    return withUnsafeMutablePointer(to: &arguments) {
      checked(Call(core, $0).translate(key, count, into: &output), $0, start, &output)
    }
  }

  /// An answer, unless an argument that it did not look into is wrong; the output as it was for `full`.
  @inline(__always)
  private func checked(
    _ answer: CallAnswer, _ arguments: UnsafeMutablePointer<CallArguments>, _ start: Int,
    _ output: inout Output
  ) -> CallAnswer {
    guard answer == .full || !arguments.isRight else { return answer }
    output.rewind(to: start)
    return .full
  }

  /// The first attempt at a key without arguments that `find` did not find.
  ///
  /// - Parameter isSought: `find` said `absent`.
  @inline(__always)
  package func translateApart(
    _ key: UnsafePointer<UInt8>, _ count: Int, isSought: Bool, _ arguments: inout CallArguments,
    into output: inout Output
  ) -> CallAnswer {
    guard core.pointee.isDirect, count > 0 else { return .full }
    return withUnsafeMutablePointer(to: &arguments) {
      Call(core, $0).apart(key, count, isSought: isSought, &output)
    }
  }

  /// The first attempt at a key with arguments or without.
  package func translate(
    _ key: Bytes, _ arguments: inout CallArguments, into output: inout Output
  ) -> CallAnswer {
    guard let start = key.baseAddress else { return .full }
    return translate(start, key.count, &arguments, into: &output)
  }

  /// A key with arguments or without: a first attempt, and a second one where that is needed. Allocates
  /// nothing but what the options ask for.
  ///
  /// - Parameters:
  ///   - key: UTF-8, as are the texts of the arguments.
  ///   - given: options and variables, side by side.
  package func answer(
    _ key: Bytes, _ given: UnsafeBufferPointer<Argument>, into output: inout Output
  ) -> CallAnswer {
    snapshot.withWork(for: key) { work in
      Call.with(given, core, work) { call in
        guard isModern, call.isDetailed else { return answer(key, call, &output) }
        let translation = withUnsafePointer(to: key) {
          call.translation(UnsafeBufferPointer(start: $0, count: 1))
        }
        output.append(Translation(value: translation.details).text)
        return translation.isMissing ? .missing : .done
      }
    }
  }

  private func answer(_ key: Bytes, _ call: Call, _ output: inout Output) -> CallAnswer {
    let answered = withUnsafePointer(to: key) { key in
      call.answer(UnsafeBufferPointer(start: key, count: 1), into: &output)
    }
    if let value = answered.value { output.append(Translation(value: value).text) }
    return answered.isMissing ? .missing : .done
  }

  private var snapshot: Snapshot { core.pointee.owner.takeUnretainedValue() }

  /// Whether the format is one of i18next 2 or later.
  package var isModern: Bool { core.pointee.isModern }

  /// The text of a key without anything to replace, ending in NUL.
  @inline(__always)
  package func text(of key: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    guard let start = key.baseAddress, !core.mayBeSplit(start, key.count),
      let record = record(start, key.count),
      record.kind == NodeKind.plain.rawValue, !core.pointee.skips.skips(record)
    else { return nil }
    return UnsafeBufferPointer(start: record.text, count: record.textLength)
  }

  @inline(__always)
  private func record(_ key: UnsafePointer<UInt8>, _ count: Int) -> CatalogRecord? {
    guard !core.pointee.isMerged else {
      return core.pointee.table.record(key, count, KeyHash(key, count).mark)
    }
    // A chain with changes is no less direct than it was without them.
    return core.pointee.isDirect ? layered(key, count) : nil
  }
}
