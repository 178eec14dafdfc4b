import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// Values, placeholders and references of i18next-ios.
extension IOSRules {
  /// Puts out a record.
  ///
  /// - Parameter core: the chain that it was found in, as was `layer`.
  func put(
    _ record: CatalogRecord, _ request: Request, _ layer: UnsafePointer<Layer>,
    _ core: UnsafePointer<ChainCore>, _ output: inout Output
  ) -> Found {
    if let text = record.textBytes {
      scan(text, request, &output)
      return .text
    }
    let value = {
      layer.pointee.holder(of: record.key)._withUnsafeGuaranteedRef { $0.node(of: record).value }
    }
    guard record.isContainer else { return .value(value()) }
    return core.pointee.chain._withUnsafeGuaranteedRef { chain in
      let (ns, lng) = (
        chain.namespaces[layer.pointee.namespace], chain.codes[layer.pointee.code]
      )
      guard record.kind == NodeKind.array.rawValue || snapshot.options.returnObjects else {
        output.append(message(value, request, ns, lng))
        return .text
      }
      return put(value(), request, ns, lng, &output)
    }
  }

  /// - Parameters:
  ///   - ns: where it was found, as is `lng`.
  private func put(
    _ value: Value, _ request: Request, _ ns: Text, _ lng: Text, _ output: inout Output
  ) -> Found {
    switch value {
    case .array(let elements):
      guard !snapshot.options.returnObjects else {
        return .value(.array(elements.map { element($0, request) }))
      }
      scan(ValueText.joined(elements, by: "\n"), request, &output)
      return .text
    case .object(let members): return .value(.object(tree(members, request, ns, lng)))
    default: return .value(value)
    }
  }

  /// The text for an object, which is made from the catalog only where it is needed.
  private func message(
    _ value: () -> Value, _ request: Request, _ ns: Text, _ lng: Text
  ) -> Text {
    let key = Text(request.key)
    if let told = snapshot.host.returnedObject {
      let variables = request.arguments.pointee.data?.members ?? Members()
      if let text = told(key, value(), variables) { return text }
    }
    return "key '" + ns + (snapshot.options.nsSeparator ?? ":") + key + " (" + lng
      + ")' returned an object instead of a string"
  }

  /// Each child translated by its own key, in the language in which the object was found.
  private func tree(_ members: Members, _ request: Request, _ ns: Text, _ lng: Text) -> Members {
    var tree = Members()
    var child = request
    child.context = .none
    child.count = nil
    child.isOutermost = false
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
        return call.captured { output in
          switch find(child, &output) {
          // A null child that falls back becomes its own key.
          case .nothing: scan(key, child, &output)
          case .text: break
          case .value(let value): return value
          }
          return nil
        }
      }
      work.pointee.depth -= 1
    }
    return tree
  }

  /// Elements of arrays have no key of their own; their texts are rendered where they stand.
  private func element(_ value: Value, _ request: Request) -> Value {
    switch value {
    case .text(let text):
      call.captured { output in
        scan(text, request, &output)
        return nil
      }
    case .array(let elements): .array(elements.map { element($0, request) })
    case .object(let members):
      .object(Members(zip(members.keys, members.values).map { ($0, element($1, request)) }))
    default: value
    }
  }

  // MARK: Texts

  @inline(never)
  func scan(_ text: Text, _ request: Request, _ output: inout Output) {
    text.bytes.withUnsafeBufferPointer { scan($0, request, &output) }
  }

  /// Puts out a text with its placeholders replaced, then its references.
  @inline(never)
  private func scan(_ text: Bytes, _ request: Request, _ output: inout Output) {
    work.pointee.read(text.count)
    guard let variables = request.arguments.pointee.data,
      text.firstIndex(of: core.pointee.delimiters.prefix) != nil
    else { return nest(text, request, &output) }
    call.withReplaced(text, snapshot.underscores) { name, _, output in
      show(name, variables, &output)
    } _: {
      nest($0, request, &output)
    }
  }

  /// Puts out a variable.
  ///
  /// - Returns: false when there is none.
  private func show(
    _ name: Bytes, _ variables: UnsafeMutablePointer<CallArguments>, _ output: inout Output
  ) -> Bool {
    let separator = core.pointee.separators.key
    if !name.contains(0x2E), !name.contains(0x23),
      separator.map({ name.firstIndex(of: $0) == nil }) ?? true
    {
      guard let argument = variables.named(Name(name)) else { return false }
      call.show(argument, null: "<null>", escapes: false, &output)
      return true
    }
    if separator?.equals(".") ?? true, let dot = name.firstIndex(of: 0x2E),
      let argument = variables.named(Name(name.part(0, dot))), argument.pointee.kind == .json,
      let item = JSONScan.find(name.part(dot + 1, name.count), in: argument.pointee.bytes)
    {
      withUnsafePointer(to: Argument(Name(name), item)) {
        call.show($0, null: "<null>", escapes: false, &output)
      }
      return true
    }
    let path = separator.map { Text(name).replacing(Text($0), with: ".") } ?? Text(name)
    guard let found = TreePath.walk(OperandNode.root(variables), path)?.operand else {
      return false
    }
    let value = found.value
    output.append(value.isNull ? "<null>" : ValueText.of(value))
    return true
  }

  // MARK: References

  @inline(never)
  private func nest(_ source: Bytes, _ request: Request, _ output: inout Output) {
    let prefix = core.pointee.separators.nesting
    let origin = output.length
    var from = 0
    var deadEnds = DeadEnds()
    while let start = source.firstIndex(of: prefix, from: from) {
      let inner = start + prefix.count
      guard let close = close(of: source, from: inner, &deadEnds),
        work.pointee.canNest(), work.pointee.step(),
        work.pointee.mayGrow(output.length - origin + source.count - from)
      else { break }
      let before = output.length
      output.append(source.part(from, start))
      let shown = output.length
      resolve(source.part(inner, close), request, &output)
      guard work.pointee.mayGrow(output.length - shown) else {
        output.rewind(to: before)
        break
      }
      from = close + core.pointee.delimiters.nestingSuffix.count
    }
    output.append(source.part(from, source.count))
  }

  /// Offset of the suffix; one inside double quotes does not count.
  private func close(of text: Bytes, from start: Int, _ deadEnds: inout DeadEnds) -> Int? {
    let suffix = core.pointee.delimiters.nestingSuffix
    return deadEnds.search(text, from: start) { unquoted(suffix, in: text, from: start, &$0) }
      ?? text.firstIndex(of: suffix, from: start)
  }

  private func unquoted(
    _ suffix: Bytes, in text: Bytes, from start: Int, _ deadEnds: inout DeadEnds
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

  /// Puts out what a reference stands for.
  private func resolve(_ inside: Bytes, _ outer: Request, _ output: inout Output) {
    let comma = inside.firstIndex(of: 0x2C)
    let key = inside.part(0, comma ?? inside.count).trimmedPart
    let json = comma.map { inside.part($0 + 1, inside.count).trimmedPart } ?? .none
    work.pointee.depth += 1
    defer { work.pointee.depth -= 1 }
    withRequest(key, json, from: outer) { request in
      switch find(request, &output) {
      case .text: break
      case .value(let value): output.append(ValueText.of(value))
      case .nothing:
        let standard = request.arguments.value(.defaultValue, "defaultValue")
        scan(standard.map { ValueText.of($0) } ?? Text(key), request, &output)
      }
    }
  }
}

extension Bytes {
  /// The bytes without white space at their ends.
  fileprivate var trimmedPart: Bytes {
    let range = trimmed
    return part(range.lowerBound, range.upperBound)
  }
}
