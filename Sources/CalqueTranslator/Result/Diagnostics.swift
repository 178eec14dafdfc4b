import CalqueBase
import CalqueCatalog
import CalqueFormat
import CalqueTemplate

/// Warnings of the option `debug`, with the key, the language, and the nearest name that exists.
extension Call {
  /// A text has a variable that the call does not have.
  func tellMissing(variable name: Text, of key: UnsafePointer<CallKey>, _ lng: Text?) {
    guard let mistakes = host(snapshot.mistakes) else { return }
    let given = frame.members.keys + (frame.pointee.data?.members.keys ?? [])
    mistakes.tell(
      place(key, lng) + "no variable \"" + name + "\" is given", name, among: given)
  }

  /// A text has a formatter that does not exist.
  func tellMissing(formatter name: Text, of key: UnsafePointer<CallKey>, _ lng: Text?) {
    let snapshot = snapshot
    guard let mistakes = host(snapshot.mistakes) else { return }
    mistakes.tell(
      place(key, lng) + "there is no formatter \"" + name + "\"", name,
      among: Formatter.Kind.names + snapshot.formatters.keys)
  }

  private func place(_ key: UnsafePointer<CallKey>, _ lng: Text?) -> Text {
    "\"" + Text(key.pointee.bytes) + "\" in " + (lng ?? snapshot.language ?? "no language") + ": "
  }
}

extension Resolved {
  /// The key is in no catalog that was looked in.
  func tellMistake() {
    guard let mistakes = call.host(snapshot.mistakes) else { return }
    let key = Text(lastKey)
    let namespace = namespaces.last ?? ""
    let line: Text =
      "\"" + namespace + (call.nsSeparator ?? ":") + key + "\" in "
      + (frame.lng.map { Text($0) } ?? snapshot.language ?? "no language")
      + ": the key is missing"
    mistakes.tell(line, key, among: keysNearby)
  }

  /// The keys of the catalogs that were looked in, also without the endings of plurals and contexts.
  private var keysNearby: [Text] {
    let separator = call.keySeparator ?? "."
    var paths: [Text] = []
    func collect(_ members: Members, _ prefix: Text) {
      for (name, value) in zip(members.keys, members.values) {
        let path = prefix + name
        paths.append(path)
        if let bar = name.lastIndex(of: "_") { paths.append(prefix + name.part(0, bar)) }
        if case .object(let inner) = value { collect(inner, path + separator) }
      }
    }
    let chain = core.pointee.chain.takeUnretainedValue()
    for ns in match.namespaces {
      for code in chain.codes {
        if let tree = snapshot.catalog(code, ns)?.root.value.object { collect(tree, "") }
      }
    }
    return paths
  }
}
