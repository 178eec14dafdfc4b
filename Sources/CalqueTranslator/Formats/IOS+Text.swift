import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Values, placeholders and references of i18next-ios.
extension IOS {
  /// The rendered value of a record.
  func rendered(
    _ record: CatalogRecord, _ request: Request, _ layer: UnsafePointer<Layer>,
    _ core: UnsafePointer<ChainCore>
  ) -> Captured {
    if let text = record.textBytes { return .text(render(text, request)) }
    let node = layer.pointee.node(of: record)
    guard node.isContainer else { return .value(node.value) }
    let isArray = node.kind == .array
    let (lng, ns) = core.place(of: layer)
    if options.returnObjects {
      return .value(isArray ? element(node, request) : tree(node, request, lng, ns))
    }
    let value = node.value
    if case .array(let elements) = value {
      return .text(render(ValueText.joined(elements, by: "\n"), request))
    }
    let key = Text(request.key)
    let told = call.host(snapshot.host.returnedObject)?(
      key, value, request.frame.pointee.data?.members ?? Members())
    let message =
      "key '" + ns + (options.nsSeparator ?? ":") + key + " (" + lng
      + ")' returned an object instead of a string"
    return .text(evaluation.pointee.copy(told ?? message))
  }

  /// Each child translated by its own key, in the language in which the object was found.
  @inline(never)
  private func tree(_ node: CatalogNode, _ request: Request, _ lng: Text, _ ns: Text) -> Value {
    var child = request
    child.context = .none
    child.count = nil
    child.isOutermost = false
    child.namespace = evaluation.pointee.copy(ns)
    child.lang = evaluation.pointee.copy(lng)
    var isWhole = true
    let tree = node.mapping { name, _ in
      isWhole = isWhole && call.canNest() && call.charge()
      guard isWhole else { return .null }
      evaluation.pointee.depth += 1
      defer { evaluation.pointee.depth -= 1 }
      child.key = call.joined(
        request.key, core.pointee.separators.key ?? Bytes("."), evaluation.pointee.copy(name))
      // A null child that falls back becomes its own key.
      return find(child)?.value ?? .text(Text(render(child.key, child)))
    }
    return isWhole ? tree : node.value
  }

  /// Elements of arrays have no key of their own; their texts are rendered where they stand.
  @inline(never)
  private func element(_ node: CatalogNode, _ request: Request) -> Value {
    if let text = node.record.textBytes { return .text(Text(render(text, request))) }
    return node.mapping { element($1, request) }
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
    let path = path(name) ?? name
    guard let dot = path.firstIndex(of: 0x2E) ?? path.firstIndex(of: 0x23) else {
      guard let argument = variables.named(Name(name)) else { return false }
      call.insert(argument, escapes: false, &output)
      return true
    }
    if let item = Call(core, variables).inside(path, dot) {
      withUnsafePointer(to: Argument(Name(name), item)) {
        call.insert($0, escapes: false, &output)
      }
      return true
    }
    guard let found = TreePath.walk(Value.object(variables.members), Text(path)) else {
      return false
    }
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
    let key = inside.part(0, comma ?? inside.count)
    let json = comma.map { inside.part($0 + 1, inside.count) } ?? .none
    evaluation.pointee.depth += 1
    defer { evaluation.pointee.depth -= 1 }
    let request = request(key.part(key.trimmed), json.part(json.trimmed), from: outer)
    switch find(request) {
    case .text(let text)?: return text
    case .value(let value)?: return evaluation.pointee.copy(ValueText.of(value))
    case nil:
      let standard = request.frame.value(.defaultValue)
      return standard.map { render(ValueText.of($0), request) } ?? render(request.key, request)
    }
  }
}
