import CalqueBase
import CalqueCatalog
import CalqueFormat
import CalqueTemplate

/// Reports mistakes that would go unnoticed to the host's log, each line once; most of them only
/// with `debug`.
final class Mistakes: Sendable {
  /// Limits the number of lines, so that a program that runs for long does not keep all of them.
  private static let most = 1000

  private let log: @Sendable (Text) -> Void
  private let told = Mutex(TextSet())

  init(_ log: @escaping @Sendable (Text) -> Void) { self.log = log }

  func tell(_ line: Text) {
    let line = line.onOneLine
    if told.withLock({ $0.texts.count < Self.most && $0.insert(line) }) { log(line) }
  }
}

/// Warnings of the option `debug`, with the key, the language, and the nearest name that exists.
extension Call {
  /// A text has a variable that the call does not have.
  func tellMissing(variable name: Text, of key: UnsafePointer<CallKey>, _ lng: Text?) {
    tellMistake(
      Text(key.pointee.bytes), lng, "no variable \"\(name)\" is given", name,
      among: frame.members().keys + (frame.pointee.data?.members().keys ?? []))
  }

  /// A text has a formatter that does not exist.
  func tellMissing(formatter name: Text, of key: UnsafePointer<CallKey>, _ lng: Text?) {
    tellMistake(
      Text(key.pointee.bytes), lng, "there is no formatter \"\(name)\"", name,
      among: Formatter.Kind.names + snapshot.parts.formatters.keys)
  }

  /// - Parameter candidates: names that may have been meant.
  fileprivate func tellMistake(
    _ key: @autoclosure () -> Text, _ lng: @autoclosure () -> Text?,
    _ what: @autoclosure () -> Text, _ name: @autoclosure () -> Text,
    among candidates: @autoclosure () -> [Text]
  ) {
    let snapshot = snapshot
    guard options.debug, let mistakes = host(snapshot.parts.warnings) else { return }
    let language = lng() ?? snapshot.language ?? "no language"
    let line: Text = "\"\(key())\" in \(language): \(what())"
    let near = EditDistance.nearest(to: name(), among: candidates())
    mistakes.tell(near.map { "\(line); did you mean \"\($0)\"?" } ?? line)
  }
}

extension Resolved {
  /// The key is in no catalog that was looked in.
  func tellMistake() {
    call.tellMistake(
      "\(namespaces.last ?? "")\(call.nsSeparator ?? ":")\(Text(lastKey))",
      frame.lng.map { Text($0) }, "the key is missing", Text(lastKey), among: keysNearby)
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
    for ns in match.core.own {
      for code in chain.codes {
        if let tree = snapshot.store.catalog(code, ns)?.root.value.object { collect(tree, "") }
      }
    }
    return paths
  }
}

extension TranslatorOptions {
  /// The first plural key of another format in a catalog, told by its ending; nil when there is none.
  func foreignPlural(in tree: Members, prefix: Text = "") -> Text? {
    for (name, value) in zip(tree.keys, tree.values) {
      if let formats = formats(ofPlural: name, in: tree), !formats.contains(format.name) {
        return "\"\(prefix)\(name)\" is a plural of \(formats)"
      }
      if let inner = value.object,
        let found = foreignPlural(in: inner, prefix: "\(prefix)\(name).")
      {
        return found
      }
    }
    return nil
  }

  /// The formats whose plural a key is; nil when it may be a key like any other.
  private func formats(ofPlural name: Text, in tree: Members) -> Text? {
    guard let bar = name.lastIndex(of: "_") else { return nil }
    let base = name.part(0, bar)
    switch name.part(bar + 1) {
    case "plural": return tree.contains(base) ? "ios, v1, v2 and v3" : nil
    case "other": return tree.contains(base + "_one") ? "v4" : nil
    // Steps and the like are numbered in the same way, so only `debug` asks.
    case "1" where debug: return tree.contains(base + "_0") ? "v2 and v3" : nil
    default: return nil
    }
  }
}
