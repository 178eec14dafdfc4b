import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Values, placeholders and references of i18next-ios.
extension IOS {
  /// The rendered value of a record.
  func rendered(
    _ record: CatalogRecord, _ key: Bytes, _ core: UnsafePointer<ChainCore>
  ) -> Captured? {
    if let text = record.textBytes { return .text(rendered(text, of: record)) }
    guard let layer = core.layer(at: record.key) else { return nil }
    let node = layer.pointee.node(of: record)
    guard node.isContainer else { return .value(node.value) }
    let place = core.place(of: layer)
    let ns = call.arena.pointee.copy(place.ns)
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
    let frame = call.frame(roomFor: 1, outer: call.frame)
    frame.pointee.add(Argument("lang", .text, 0, call.arena.pointee.copy(lng)))
    let home = IOS(call: Call(core, frame), resolution: nil)
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

  /// The text of a record. It is not scanned if it is plain, or if all in it are references without
  /// options.
  private func rendered(_ text: Bytes, of record: CatalogRecord) -> Bytes {
    var isKnown = core.pointee.isDirect && record.kind != NodeKind.dynamic.rawValue
    let isPlain = record.kind == NodeKind.plain.rawValue
    if isKnown, !isPlain {
      _ = Pattern.size(ofProgram: record.program) { isKnown = isKnown && $0 == .reference }
    }
    guard isKnown else { return render(text) }
    call.read(text.count)
    if isPlain { return text }
    var output = Output(in: call.arena, expecting: text.count &+ 64)
    var (step, isOver) = (PatternStep(record.program, record.text), false)
    while true {
      output.append(step.literalBytes)
      guard step.is(.reference) else { return output.bytes }
      let (before, left) = (output.length, text.count &- (step.placeholder - record.text))
      isOver = isOver || !call.canNest() || !call.charge() || !call.mayGrow(before &+ left)
      if !isOver {
        output.append(resolved(step.nameBytes, .none))
        isOver = !call.mayGrow(output.length &- before)
      }
      if isOver {
        output.rewind(to: before)
        output.append(step.placeholderBytes)
      }
      step = step.nextOfReference
    }
  }

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
    let scanner = snapshot.scanners.nesting
    _ = call.replaceAll(
      in: source, areReferences: true, &output,
      next: { scanner.next(in: source, from: $0, &deadEnds) }
    ) { match, output in
      let inside = source.part(match.inner)
      let comma = inside.firstIndex(of: 0x2C, from: 0) ?? inside.count
      let (key, json) = (inside.part(0, comma), inside.part(comma &+ 1, inside.count))
      output.append(resolved(key.part(key.trimmed), json.part(json.trimmed)))
      return .text
    }
    return output.bytes
  }

  /// The text of a reference.
  @inline(never)
  private func resolved(_ key: Bytes, _ json: Bytes) -> Bytes {
    evaluation.pointee.depth += 1
    defer { evaluation.pointee.depth -= 1 }
    let inner = reference(json)
    switch inner.find(key) {
    case .text(let text)?: return text
    case .value(let value)?: return call.arena.pointee.copy(ValueText.of(value))
    case nil: return inner.render(inner.call.standard ?? key)
    }
  }
}
