import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// Values, placeholders and references of i18next-ios.
extension IOSRules {
  func value(of node: CatalogNode, _ request: Request, _ ns: Text, _ lng: Text) -> Value {
    let value = node.value
    switch value {
    case .text(let text): return .text(render(text, request))
    case .array(let elements):
      guard options.returnObjects else {
        return .text(render(ValueText.joined(elements, by: "\n"), request))
      }
      return .array(elements.map { element($0, request) })
    case .object(let members):
      guard options.returnObjects else { return .text(message(value, request, ns, lng)) }
      return .object(tree(members, request, ns, lng))
    default: return value
    }
  }

  private func message(_ value: Value, _ request: Request, _ ns: Text, _ lng: Text) -> Text {
    if let text = snapshot.host.returnedObject?(request.key, value, request.variables) {
      return text
    }
    return "key '" + ns + (options.nsSeparator ?? ":") + request.key + " (" + lng
      + ")' returned an object instead of a string"
  }

  /// Each child translated by its own key, in the language in which the object was found.
  private func tree(_ members: Members, _ request: Request, _ ns: Text, _ lng: Text) -> Members {
    var tree = Members()
    for (name, value) in zip(members.keys, members.values) {
      guard work.pointee.canNest(), work.pointee.step() else { return members }
      var child = request
      child.key = request.key + (options.keySeparator ?? ".") + name
      child.namespace = ns
      child.lang = lng
      child.context = nil
      child.count = nil
      work.pointee.depth += 1
      var resolution = Resolution()
      tree[name] = find(child, &resolution) ?? missing(child, value)
      work.pointee.depth -= 1
    }
    return tree
  }

  /// A null child that falls back becomes its own key.
  private func missing(_ child: Request, _ value: Value) -> Value {
    .text(render(child.key, child))
  }

  /// Elements of arrays have no key of their own; their texts are rendered where they stand.
  private func element(_ value: Value, _ request: Request) -> Value {
    switch value {
    case .text(let text): .text(render(text, request))
    case .array(let elements): .array(elements.map { element($0, request) })
    case .object(let members):
      .object(Members(zip(members.keys, members.values).map { ($0, element($1, request)) }))
    default: value
    }
  }

  /// Placeholders, then references.
  func render(_ text: Text, _ request: Request) -> Text {
    work.pointee.read(text.count)
    return nest(replace(text, request.variables), request)
  }

  private func replace(_ text: Text, _ variables: Members) -> Text {
    let syntax = options.interpolation
    guard text.contains(syntax.prefix) else { return text }
    let separator = options.keySeparator ?? "."
    let scanner = UnderscoreScanner(
      dialect: .ios, prefix: syntax.prefix, suffix: syntax.suffix, keySeparator: separator)
    var result = Text()
    var from = 0
    while let match = scanner.next(in: text, from: from), work.pointee.step(),
      work.pointee.mayGrow(result.count)
    {
      result.append(text.part(from, match.start))
      var tokens = match.name.split(separator)
      if !separator.equals(".") { tokens = tokens.flatMap { $0.split(".") } }
      if let value = TreePath.walk(Value.object(variables), tokens) {
        result.append(value.isNull ? "<null>" : ValueText.of(value))
      } else {
        result.append(text.part(match.start, match.end))
      }
      from = match.end
    }
    result.append(text.part(from))
    return result
  }

  // MARK: References

  private func nest(_ source: Text, _ request: Request) -> Text {
    let syntax = options.interpolation
    var text = Text()
    var from = 0
    var deadEnds = DeadEnds()
    while let start = source.firstIndex(of: syntax.nestingPrefix, from: from) {
      let inner = start + syntax.nestingPrefix.count
      guard let close = close(of: source, from: inner, &deadEnds),
        work.pointee.canNest(), work.pointee.step(),
        work.pointee.mayGrow(text.count + source.count - from)
      else { break }
      text.append(source.bytes[from..<start])
      text.append(resolve(source.part(inner, close), request))
      from = close + syntax.nestingSuffix.count
    }
    text.append(source.bytes[from...])
    return text
  }

  /// Offset of the suffix; one inside double quotes does not count.
  private func close(of text: Text, from start: Int, _ deadEnds: inout DeadEnds) -> Int? {
    let suffix = options.interpolation.nestingSuffix
    return text.bytes.withUnsafeBufferPointer { bytes in
      deadEnds.search(bytes, from: start) { unquoted(suffix, in: bytes, from: start, &$0) }
    } ?? text.firstIndex(of: suffix, from: start)
  }

  private func unquoted(
    _ suffix: Text, in text: Bytes, from start: Int, _ deadEnds: inout DeadEnds
  ) -> Int? {
    var offset = start
    var isQuoted = false
    while offset < text.count {
      if deadEnds.has(offset, in: isQuoted ? 1 : 2) { return nil }
      let byte = text[offset]
      if isQuoted, byte == 0x5C {
        offset += 2
        continue
      }
      if byte == 0x22 { isQuoted.toggle() }
      if !isQuoted, text.matches(suffix, at: offset) { return offset }
      offset += 1
    }
    return nil
  }

  private func resolve(_ inside: Text, _ outer: Request) -> Text {
    var key = inside.trimmed()
    var own = Members()
    if let comma = inside.firstIndex(of: ",") {
      key = inside.part(0, comma).trimmed()
      if case .object(let object)? = try? JSON.parse(inside.part(comma + 1).trimmed()) {
        own = object
      }
    }
    if own["variables"]?.object == nil { own["variables"] = .object(outer.variables) }
    let request = request(key, own)
    work.pointee.depth += 1
    defer { work.pointee.depth -= 1 }
    var resolution = Resolution()
    if let found = find(request, &resolution) { return found.isNull ? "" : ValueText.of(found) }
    return render(own["defaultValue"].map { ValueText.of($0) } ?? key, request)
  }
}
