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

  /// - Parameter candidates: that may have been meant.
  func tell(_ line: Text, _ name: Text, among candidates: [Text]) {
    guard let near = EditDistance.nearest(to: name, among: candidates) else { return tell(line) }
    tell("\(line); did you mean \"\(near)\"?")
  }
}

/// Warnings of the option `debug`, with the key, the language, and the nearest name that exists.
extension Call {
  /// A text has a variable that the call does not have.
  func tellMissing(variable name: Text, of key: UnsafePointer<CallKey>, _ lng: Text?) {
    guard let mistakes = host(snapshot.mistakes) else { return }
    let given = frame.members.keys + (frame.pointee.data?.members.keys ?? [])
    mistakes.tell(
      "\(place(Text(key.pointee.bytes), lng))no variable \"\(name)\" is given", name, among: given)
  }

  /// A text has a formatter that does not exist.
  func tellMissing(formatter name: Text, of key: UnsafePointer<CallKey>, _ lng: Text?) {
    let snapshot = snapshot
    guard let mistakes = host(snapshot.mistakes) else { return }
    mistakes.tell(
      "\(place(Text(key.pointee.bytes), lng))there is no formatter \"\(name)\"", name,
      among: Formatter.Kind.names + snapshot.parts.formatters.keys)
  }

  fileprivate func place(_ key: Text, _ lng: Text?) -> Text {
    "\"\(key)\" in \(lng ?? snapshot.language ?? "no language"): "
  }
}

extension Resolved {
  /// The key is in no catalog that was looked in.
  func tellMistake() {
    guard let mistakes = call.host(snapshot.mistakes) else { return }
    let key = Text(lastKey)
    let place = call.place(
      "\(namespaces.last ?? "")\(call.nsSeparator ?? ":")\(key)", frame.lng.map { Text($0) })
    mistakes.tell(place + "the key is missing", key, among: keysNearby)
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

/// Tells a catalog that was written for another format, by the endings of its plural keys.
enum ForeignCatalog {
  /// A line for the log about the first such key; nil when there is none.
  static func line(_ tree: Members, _ lng: Text, _ ns: Text, _ options: TranslatorOptions) -> Text?
  {
    guard let (key, formats) = sign(in: tree, options, prefix: "") else { return nil }
    let whose: Text = "the catalog \(lng).\(ns) is not of format \(options.format.name)"
    return "\(whose): \"\(key)\" is a plural of \(formats)"
  }

  private static func sign(
    in tree: Members, _ options: TranslatorOptions, prefix: Text
  ) -> (key: Text, formats: Text)? {
    for (name, value) in zip(tree.keys, tree.values) {
      if let formats = formats(of: name, in: tree, options), !formats.contains(options.format.name)
      {
        return (prefix + name, formats)
      }
      if let inner = value.object, let found = sign(in: inner, options, prefix: "\(prefix)\(name).")
      {
        return found
      }
    }
    return nil
  }

  /// The formats whose plural a key is; nil when it may be a key like any other.
  private static func formats(
    of name: Text, in tree: Members, _ options: TranslatorOptions
  ) -> Text? {
    guard let bar = name.lastIndex(of: "_") else { return nil }
    let (base, ending) = (name.part(0, bar), name.part(bar + 1))
    switch ending {
    case "plural": return tree.contains(base) ? "ios, v1, v2 and v3" : nil
    case "other": return tree.contains(base + "_one") ? "v4" : nil
    // Steps and the like are numbered in the same way, so only `debug` asks.
    case "1" where options.debug: return tree.contains(base + "_0") ? "v2 and v3" : nil
    default: return nil
    }
  }
}
