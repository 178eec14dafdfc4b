import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// Values, placeholders and references of i18next-ios.
extension IOSRules {
  /// - Parameters:
  ///   - ns: where it was found, as is `lng`.
  func value(of value: Value, _ request: Request, _ ns: Text, _ lng: Text) -> Value {
    switch value {
    case .text(let text): return .text(scan(text, request))
    case .array(let elements):
      guard snapshot.options.returnObjects else {
        return .text(scan(ValueText.joined(elements, by: "\n"), request))
      }
      return .array(elements.map { element($0, request) })
    case .object(let members):
      guard snapshot.options.returnObjects else {
        return .text(message(value, request, ns, lng))
      }
      return .object(tree(members, request, ns, lng))
    default: return value
    }
  }

  private func message(_ value: Value, _ request: Request, _ ns: Text, _ lng: Text) -> Text {
    let key = Text(request.key)
    let variables = request.arguments.pointee.data?.members ?? Members()
    if let text = snapshot.host.returnedObject?(key, value, variables) { return text }
    return "key '" + ns + (snapshot.options.nsSeparator ?? ":") + key + " (" + lng
      + ")' returned an object instead of a string"
  }

  /// Each child translated by its own key, in the language in which the object was found.
  private func tree(_ members: Members, _ request: Request, _ ns: Text, _ lng: Text) -> Members {
    var tree = Members()
    var child = request
    child.context = .none
    child.count = nil
    for name in members.keys {
      guard work.pointee.canNest(), work.pointee.step() else { return members }
      work.pointee.depth += 1
      let key = Text(request.key) + (snapshot.options.keySeparator ?? ".") + name
      // One block of memory for all three.
      let names = (ns + lng + key).bytes
      tree[name] = names.withUnsafeBufferPointer { names in
        child.namespace = names.part(0, ns.count)
        child.lang = names.part(ns.count, ns.count + lng.count)
        child.key = names.part(ns.count + lng.count, names.count)
        var resolution = Resolution()
        // A null child that falls back becomes its own key.
        return find(child, &resolution) ?? .text(scan(key, child))
      }
      work.pointee.depth -= 1
    }
    return tree
  }

  /// Elements of arrays have no key of their own; their texts are rendered where they stand.
  private func element(_ value: Value, _ request: Request) -> Value {
    switch value {
    case .text(let text): .text(scan(text, request))
    case .array(let elements): .array(elements.map { element($0, request) })
    case .object(let members):
      .object(Members(zip(members.keys, members.values).map { ($0, element($1, request)) }))
    default: value
    }
  }

  // MARK: Texts

  /// A text with its placeholders replaced, then its references.
  func scan(_ text: Text, _ request: Request) -> Text {
    work.pointee.read(text.count)
    return nest(replace(text, request.arguments.pointee.data), request)
  }

  private func replace(_ text: Text, _ variables: UnsafeMutablePointer<CallArguments>?) -> Text {
    let syntax = snapshot.options.interpolation
    guard text.contains(syntax.prefix), let variables else { return text }
    let separator = snapshot.options.keySeparator ?? "."
    let scanner = UnderscoreScanner(
      dialect: .ios, prefix: syntax.prefix, suffix: syntax.suffix, keySeparator: separator)
    return call.replaced(text, scanner) { match in
      var tokens = match.name.split(separator)
      if !separator.equals(".") { tokens = tokens.flatMap { $0.split(".") } }
      return TreePath.walk(OperandNode.root(variables), tokens)?.operand.map { operand in
        operand.value.isNull ? "<null>" : ValueText.of(operand.value)
      }
    }
  }

  // MARK: References

  private func nest(_ source: Text, _ request: Request) -> Text {
    let syntax = snapshot.options.interpolation
    guard source.contains(syntax.nestingPrefix) else { return source }
    var text = Text()
    var from = 0
    var deadEnds = DeadEnds()
    while let start = source.firstIndex(of: syntax.nestingPrefix, from: from) {
      let inner = start + syntax.nestingPrefix.count
      guard let close = close(of: source, from: inner, &deadEnds),
        work.pointee.canNest(), work.pointee.step(),
        work.pointee.mayGrow(text.count + source.count - from)
      else { break }
      let shown = resolve(source.part(inner, close), request)
      guard work.pointee.mayGrow(shown.count) else { break }
      text.append(source.bytes[from..<start])
      text.append(shown)
      from = close + syntax.nestingSuffix.count
    }
    text.append(source.bytes[from...])
    return text
  }

  /// Offset of the suffix; one inside double quotes does not count.
  private func close(of text: Text, from start: Int, _ deadEnds: inout DeadEnds) -> Int? {
    let suffix = snapshot.options.interpolation.nestingSuffix
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
    var own: ArgumentList?
    if let comma = inside.firstIndex(of: ",") {
      key = inside.part(0, comma).trimmed()
      if case .object(let object)? = try? JSON.parse(inside.part(comma + 1).trimmed()) {
        own = ArgumentList(object)
      }
    }
    return key.bytes.withUnsafeBufferPointer { ValueText.of(resolve($0, own, outer)) }
  }

  private func resolve(_ key: Bytes, _ own: ArgumentList?, _ outer: Request) -> Value {
    work.pointee.depth += 1
    defer { work.pointee.depth -= 1 }
    return withRequest(key, own, from: outer) { request in
      var resolution = Resolution()
      if let found = find(request, &resolution) { return found }
      let standard = request.arguments.value(.defaultValue, "defaultValue")
      return .text(scan(standard.map { ValueText.of($0) } ?? Text(key), request))
    }
  }
}
