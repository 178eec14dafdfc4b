import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Values, placeholders and references of i18next-ios.
extension IOS {
  /// The rendered value of a record.
  func rendered(
    _ record: CatalogRecord, _ request: Request, _ lng: Text, _ ns: Text,
    in layer: UnsafePointer<Layer>
  ) -> Captured {
    if let text = record.textBytes { return .text(render(text, request)) }
    let value = layer.pointee.node(of: record).value
    switch value {
    case .array(let elements):
      guard !options.returnObjects else { return .value(element(value, request)) }
      return .text(render(ValueText.joined(elements, by: "\n"), request))
    case .object(let members):
      guard !options.returnObjects else {
        return .value(.object(tree(members, request, lng, ns)))
      }
      let key = Text(request.key)
      let told = call.host(snapshot.host.returnedObject)?(
        key, value, request.frame.pointee.data?.members ?? Members())
      let message =
        "key '" + ns + (options.nsSeparator ?? ":") + key + " (" + lng
        + ")' returned an object instead of a string"
      return .text(evaluation.pointee.copy(told ?? message))
    default: return .value(value)
    }
  }

  /// Each child translated by its own key, in the language in which the object was found.
  @inline(never)
  private func tree(_ members: Members, _ request: Request, _ lng: Text, _ ns: Text) -> Members {
    var tree = Members()
    var child = request
    child.context = .none
    child.count = nil
    child.isOutermost = false
    child.namespace = evaluation.pointee.copy(ns)
    child.lang = evaluation.pointee.copy(lng)
    for name in members.keys {
      guard call.canNest(), call.charge() else { return members }
      evaluation.pointee.depth += 1
      let key = Text(request.key) + (options.keySeparator ?? ".") + name
      child.key = evaluation.pointee.copy(key)
      // A null child that falls back becomes its own key.
      tree[name] = find(child)?.value ?? .text(Text(render(child.key, child)))
      evaluation.pointee.depth -= 1
    }
    return tree
  }

  /// Elements of arrays have no key of their own; their texts are rendered where they stand.
  @inline(never)
  private func element(_ value: Value, _ request: Request) -> Value {
    if case .text(let text) = value { return .text(Text(render(text, request))) }
    return value.mapping { element($1, request) }
  }

  // MARK: Texts

  func render(_ text: Text, _ request: Request) -> Bytes {
    render(evaluation.pointee.copy(text), request)
  }

  /// A text with its placeholders replaced, then its references.
  private func render(_ text: Bytes, _ request: Request) -> Bytes {
    guard let variables = request.frame.pointee.data else { return referred(text, request) }
    let filled = call.filled(text, snapshot.underscores) { name, _, output in
      append(name, variables, &output)
    }
    if filled.baseAddress == text.baseAddress { call.read(text.count) }
    return referred(filled, request)
  }

  /// Puts out a variable.
  ///
  /// - Returns: false when there is none.
  private func append(
    _ name: Bytes, _ variables: UnsafePointer<Frame>, _ output: inout Output
  ) -> Bool {
    let separator = core.pointee.separators.key
    let isName =
      !name.contains(0x2E) && !name.contains(0x23)
      && separator.map { name.firstIndex(of: $0) == nil } ?? true
    if isName {
      guard let argument = variables.named(Name(name)) else { return false }
      call.insert(argument, escapes: false, &output)
      return true
    }
    let path = separator.map { Text(name).replacing(Text($0), with: ".") } ?? Text(name)
    guard let found = TreePath.walk(Value.object(variables.members), path)
    else { return false }
    call.insert(found, escapes: false, &output)
    return true
  }

  // MARK: References

  private func referred(_ source: Bytes, _ request: Request) -> Bytes {
    guard source.firstIndex(of: core.pointee.separators.nesting) != nil else { return source }
    var output = Output(in: call.arena, expecting: source.count &+ 64)
    var deadEnds = DeadEnds()
    _ = call.replaceAll(
      in: source, areReferences: true, &output,
      next: { snapshot.scanners.nesting.next(in: source, from: $0, &deadEnds) }
    ) { match, output in
      output.append(
        resolved(source.part(match.inner.lowerBound, match.inner.upperBound), request))
      return .text
    }
    return output.bytes
  }

  /// The text of a reference.
  private func resolved(_ inside: Bytes, _ outer: Request) -> Bytes {
    let comma = inside.firstIndex(of: 0x2C)
    let key = inside.part(0, comma ?? inside.count).trimmedPart
    let json = comma.map { inside.part($0 + 1, inside.count).trimmedPart } ?? .none
    evaluation.pointee.depth += 1
    defer { evaluation.pointee.depth -= 1 }
    let request = request(key, json, from: outer)
    switch find(request) {
    case .text(let text)?: return text
    case .value(let value)?: return evaluation.pointee.copy(ValueText.of(value))
    case nil:
      let standard = request.frame.value(.defaultValue)
      return standard.map { render(ValueText.of($0), request) } ?? render(key, request)
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
