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
      let child = home.find(key, in: ns, withContext: false, withCount: false)
      // A null child that falls back becomes its own key.
      return child?.value ?? .text(Text(render(key)))
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

  /// The text of a record. A program tells where its references are, or where its variables are, whose
  /// values may have references.
  private func rendered(_ text: Bytes, of record: CatalogRecord) -> Bytes {
    guard core.pointee.isDirect, record.kind != NodeKind.dynamic.rawValue else {
      return render(text)
    }
    call.read(text.count)
    if record.kind == NodeKind.plain.rawValue { return text }
    var refers = true
    _ = Pattern.size(ofProgram: record.program) { refers = refers && $0.isReference }
    var step = PatternStep(record.program, record.text)
    var output = Output(in: call.arena, expecting: text.count &+ 64)
    _ = call.replaceAll(
      in: text, areReferences: refers, &output,
      next: { _ in step.next(isReference: refers, in: record.text) }
    ) { match, output in
      let name = text.part(match.inner)
      if refers { return refer(name, .none, &output) }
      return show(name, &output) ? .text : .unknown
    }
    return refers ? output.bytes : referred(output.bytes)
  }

  /// A text with its placeholders replaced, then its references.
  @inline(never)
  func render(_ text: Bytes) -> Bytes {
    let filled = call.filled(text, snapshot.underscores) { name, _, output in
      show(name, &output)
    }
    if filled.baseAddress == text.baseAddress { call.read(text.count) }
    return referred(filled)
  }

  /// Puts out a variable, if there is one.
  private func show(_ name: Bytes, _ output: inout Output) -> Bool {
    guard let operand = call.lookUp(path(name) ?? name) else { return false }
    call.insert(operand, escapes: false, &output)
    return true
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
      return refer(key.part(key.trimmed), json.part(json.trimmed), &output)
    }
    return output.bytes
  }

  /// Puts out the text of a reference.
  @inline(never)
  private func refer(_ key: Bytes, _ json: Bytes, _ output: inout Output) -> Answer {
    evaluation.pointee.depth += 1
    defer { evaluation.pointee.depth -= 1 }
    let inner = reference(json)
    switch inner.find(key) {
    case .text(let text)?: output.append(text)
    case .value(let value)?: output.append(ValueText.of(value))
    case nil: output.append(inner.render(inner.call.standard ?? key))
    }
    return .text
  }
}
