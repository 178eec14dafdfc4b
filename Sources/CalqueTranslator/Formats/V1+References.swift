import CalqueBase
import CalqueTemplate

/// References of i18next 1.x: `$t(key)` and `$t(key, {"count": 1})`.
extension V1 {
  /// A text with its references resolved, the last one first. The text of a reference is scanned again,
  /// so that all ends with one that is nested too deep.
  func referred(_ source: Bytes, _ scope: V1Scope) -> Bytes {
    guard source.firstIndex(of: core.pointee.separators.nesting) != nil else { return source }
    let syntax = snapshot.options.interpolation
    let (prefix, suffix) = (syntax.nestingPrefix, syntax.nestingSuffix)
    call.read(source.count)
    var text = SplicedText(Text(source))
    text.move(to: source.count)
    var inner = scope.inReferences
    var options = ReferenceOptions(outer: inner.frame)
    while let start = text.withFront({ $0.lastIndex(of: prefix) }),
      !evaluation.pointee.marks.contains(.nesting), call.canNest(), call.charge(),
      call.mayGrow(text.count)
    {
      text.move(to: start)
      guard let close = text.withBack({ $0.firstIndex(of: suffix, from: prefix.count) }) else {
        call.host(snapshot.host.log)?(("a reference is not closed: " + text.text).onOneLine)
        return .none
      }
      let inside = text.withBack { evaluation.pointee.copy($0.part(prefix.count, close)) }
      let shown = resolved(inside, &options, &inner)
      // Beyond a limit the key was not looked up, so it is not missing, and the text is not
      // inserted.
      guard call.mayGrow(shown.count), !isSpent else { break }
      text.replace(close + suffix.count, with: shown)
      // The text behind it may complete a prefix that it begins.
      text.move(to: text.place + prefix.count - 1)
    }
    return evaluation.pointee.copy(text.text)
  }

  /// The text of a reference.
  private func resolved(
    _ inside: Bytes, _ options: inout ReferenceOptions, _ scope: inout V1Scope
  ) -> Bytes {
    evaluation.pointee.depth += 1
    defer { evaluation.pointee.depth -= 1 }
    var key = inside
    if let (name, own) = parts(of: inside) {
      key = name
      scope.frame = options.adding(own, call)
      take(own, into: &scope)
    }
    return switch answer(key, &scope).found.result {
    case nil: .none
    case .text(let text)?: text
    case .value(let value)?: evaluation.pointee.copy(value.isNull ? "null" : ValueText.of(value))
    }
  }

  /// The key of a reference and its options, which are in braces behind a comma; nil without any.
  private func parts(of inside: Bytes) -> (key: Bytes, options: UnsafeBufferPointer<Argument>)? {
    guard let comma = inside.firstIndex(of: 0x2C),
      let open = inside[comma...].firstIndex(of: 0x7B),
      let close = inside[open...].firstIndex(of: 0x7D),
      let given = call.frame(ofJSON: inside.part(open, close + 1))
    else { return nil }
    return (inside.part(0, comma), given.pointee.all)
  }
}

/// The options of the references in a text: those of one hold for those before it, too.
private struct ReferenceOptions {
  let outer: UnsafePointer<Frame>
  private var frame: UnsafeMutablePointer<Frame>?
  private var room = 0

  init(outer: UnsafePointer<Frame>) { self.outer = outer }

  mutating func adding(
    _ own: UnsafeBufferPointer<Argument>, _ call: Call
  ) -> UnsafePointer<Frame> {
    let earlier = frame?.pointee.all ?? .none
    let frame: UnsafeMutablePointer<Frame>
    if let old = self.frame, earlier.count + own.count <= room {
      frame = old
    } else {
      room = 2 * (earlier.count + own.count)
      frame = call.frame(roomFor: room, outer: outer)
      for argument in earlier { frame.pointee.add(argument) }
      frame.pointee.data = self.frame?.pointee.data ?? outer.pointee.data
      self.frame = frame
    }
    for argument in own { frame.pointee.add(argument) }
    if own.contains(where: { OptionName.of($0.name) == .replace }) {
      frame.pointee.data = nil
      Call(call.core, frame).takeReplace()
    }
    return UnsafePointer(frame)
  }
}
