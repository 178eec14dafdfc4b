import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Values, placeholders and references of i18next-ios.
extension IOS {
  /// The rendered value of a record.
  func rendered(
    _ record: CatalogRecord, _ key: Bytes, _ layer: UnsafePointer<Layer>,
    _ core: UnsafePointer<ChainCore>
  ) -> Captured {
    if let text = record.textBytes { return .text(render(text)) }
    let node = layer.pointee.node(of: record)
    guard node.isContainer else { return .value(node.value) }
    let place = core.place(of: layer)
    let ns = evaluation.pointee.copy(place.ns)
    if options.returnObjects {
      return .value(node.kind == .array ? element(node) : tree(node, key, place.lng, ns))
    }
    let name = call.joined(ns, core.pointee.separators.ns ?? Bytes(":"), key)
    return .text(
      call.text(
        of: node, key, name, place.lng, "a string",
        { call.frame.pointee.data?.members() ?? Members() }, render: { render($0) }))
  }

  /// Each child translated by its own key, in the language in which the object was found.
  @inline(never)
  private func tree(_ node: CatalogNode, _ key: Bytes, _ lng: Text, _ ns: Bytes) -> Value {
    let home = inLanguage(evaluation.pointee.copy(lng))
    let base = call.joined(key, core.pointee.separators.key ?? Bytes("."))
    var isWhole = true
    let tree = node.mapping { name, _ in
      isWhole = isWhole && call.canNest() && call.charge()
      guard isWhole else { return .null }
      evaluation.pointee.depth += 1
      defer { evaluation.pointee.depth -= 1 }
      let key = name.bytes.withUnsafeBufferPointer { call.joined(base, $0) }
      // A null child that falls back becomes its own key.
      return home.find(key, in: ns, context: .none, count: nil)?.value ?? .text(Text(render(key)))
    }
    return isWhole ? tree : node.value
  }

  /// Elements of arrays have no key of their own; their texts are rendered where they stand.
  @inline(never)
  private func element(_ node: CatalogNode) -> Value {
    if let text = node.record.textBytes { return .text(Text(render(text))) }
    return node.mapping { element($1) }
  }

  // MARK: Texts

  /// A text with its placeholders replaced, then its references.
  @inline(never)
  func render(_ text: Bytes) -> Bytes {
    let filled = call.filled(text, snapshot.underscores) { name, _, output in
      guard let operand = call.lookUp(path(name) ?? name) else { return false }
      call.insert(operand, escapes: false, &output)
      return true
    }
    if filled.baseAddress == text.baseAddress { call.read(text.count) }
    return referred(filled)
  }

  // MARK: References

  private func referred(_ source: Bytes) -> Bytes {
    guard source.firstIndex(of: core.pointee.separators.nesting) != nil else { return source }
    var output = Output(in: call.arena, expecting: source.count &+ 64)
    var deadEnds = DeadEnds()
    _ = call.replaceAll(
      in: source, areReferences: true, &output,
      next: { snapshot.scanners.nesting.next(in: source, from: $0, &deadEnds) }
    ) { match, output in
      output.append(resolved(source.part(match.inner)))
      return .text
    }
    return output.bytes
  }

  /// The text of a reference.
  private func resolved(_ inside: Bytes) -> Bytes {
    let comma = inside.firstIndex(of: 0x2C) ?? inside.count
    let (whole, json) = (inside.part(0, comma), inside.part(comma + 1, inside.count))
    evaluation.pointee.depth += 1
    defer { evaluation.pointee.depth -= 1 }
    let (key, inner) = (whole.part(whole.trimmed), reference(json.part(json.trimmed)))
    switch inner.find(key) {
    case .text(let text)?: return text
    case .value(let value)?: return evaluation.pointee.copy(ValueText.of(value))
    case nil: return inner.render(inner.call.standard ?? key)
    }
  }
}
