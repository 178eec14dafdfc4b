import CalqueBase
import CalqueTemplate

/// A look-up by the rules of i18next 1.x, and its options, which it changes as it goes.
///
/// Source: i18next 1.11.1. A form of a key is found by a look-up within a look-up. Its text is filled
/// with all options but the one that chooses the form; on the way back, post-processors are applied
/// and that one option is inserted.
///
/// Trivial, because look-ups for other forms are copies: its texts are those of frames and chains, which
/// last as long as the call. Most functions are `mutating`, because a structure of this size is copied
/// otherwise.
struct V1 {
  // All are words, and what forms change is in the middle: other structures are copied byte by byte.
  /// The options as they were given are its arguments; those of a reference come before those around it.
  private(set) var call: Call
  private(set) var nsSeparator: Bytes
  private(set) var keySeparator: Bytes
  /// How many arguments of references the frame has room for; 0 for a frame that is not theirs.
  private var room = 0
  /// 1 in a namespace that is fallen back to.
  var fallbacks = 0
  /// The options that are left out, by their bits.
  private var removed: UInt64 = 0
  /// The look-ups whose forms this one is for. It has no default if there are any: the one around it goes
  /// on without it.
  private var level = 0
  /// `lng`: that of the options until a plural chooses languages.
  var lng: UnsafePointer<Argument>?
  /// As `lng`, the language that a plural began with.
  var origin: UnsafePointer<Argument>?
  /// `lngs`.
  var list: Languages?
  var ns: Bytes

  var isInner: Bool { level > 0 }
  var core: UnsafePointer<ChainCore> { call.core }
  var frame: UnsafePointer<Frame> { call.frame }
  var snapshot: Snapshot { call.snapshot }
  var options: TranslatorOptions { call.options }
  var evaluation: UnsafeMutablePointer<Evaluation> { call.evaluation }

  /// - Parameter hasDefaults: the variables for all calls are options, too, as those of a view are.
  @inline(never)
  init(_ call: Call, hasDefaults: Bool) {
    self.call = call
    let defaults = hasDefaults ? call.core.pointee.variables : .none
    let view = call.frame.pointee.outer?.all ?? .none
    if defaults.count + view.count > 0 {
      let frame = call.frame(roomFor: defaults.count + view.count + call.frame.all.count)
      frame.add(defaults)
      frame.add(view)
      frame.add(call.frame.all)
      self.call = Call(call.core, frame)
    }
    lng = self.call.frame.pointee.lng
    ns = call.core.pointee.standardNS
    nsSeparator = call.core.pointee.separators.ns ?? Self.nothing
    keySeparator = call.core.pointee.separators.key ?? Self.nothing
  }

  /// Separates where nothing separates: no key has it.
  static var nothing: Bytes { Bytes("\0") }

  /// Some languages of a chain.
  struct Languages {
    let core: UnsafePointer<ChainCore>
    let range: Range<Int>

    /// The first; there must be one. The chain keeps its bytes.
    var first: Bytes {
      core.pointee.chain._withUnsafeGuaranteedRef {
        $0.codes[range.lowerBound].bytes.withUnsafeBufferPointer { $0 }
      }
    }
  }

  // MARK: Other look-ups

  /// The look-up for a form that an option chooses.
  mutating func inner(without option: OptionName) -> V1 {
    var inner = self
    inner.remove(option)
    inner.level += 1
    return inner
  }

  /// The look-ups of references in a text.
  mutating func inReferences() -> V1 {
    var inner = self
    inner.remove(.postProcess)
    if isInner { inner.remove(.defaultValue) }
    inner.room = 0
    inner.level = 0
    inner.fallbacks = 0
    return inner
  }

  mutating func remove(_ option: OptionName) { removed |= option.bit }

  /// A language as an option.
  func lng(_ language: Bytes) -> UnsafePointer<Argument> {
    let place = call.arena.pointee.take(Argument.self, 1)
    place.initialize(to: Argument("lng", .text, 0, language))
    return UnsafePointer(place)
  }

  /// Takes the options of a reference, which hold for those before it, too.
  mutating func take(_ own: UnsafeBufferPointer<Argument>) {
    let earlier = room == 0 ? .none : frame.all
    if earlier.count + own.count > room {
      let outer = room == 0 ? frame : frame.pointee.outer
      room = 2 * (earlier.count + own.count)
      let larger = call.frame(roomFor: room, outer: outer)
      larger.add(earlier)
      larger.pointee.data = frame.pointee.data
      call = Call(core, larger)
    }
    UnsafeMutablePointer(mutating: frame).add(own)
    follow(own)
  }

  /// Follows options that are in the frame, of which there may be none.
  @inline(never)
  mutating func follow(_ given: UnsafeBufferPointer<Argument>) {
    guard frame.pointee.options | removed != 0 else { return }
    let separators = core.pointee.separators
    for argument in given {
      guard let option = OptionName.of(argument.name) else { continue }
      removed &= ~option.bit
      let text = argument.kind == .text ? argument.bytes : nil
      switch option {
      case .replace:
        let data = call.frame(of: argument).map { UnsafePointer($0) }
        UnsafeMutablePointer(mutating: frame).pointee.data = data
      case .lng: lng = frame.pointee.lng
      case .lngs:
        let core = argument.isTruthy ? call.atHome.chain(choosing: argument) : nil
        list = core.map { Languages(core: $0, range: 0..<$0.pointee.codeCount) }
      case .ns: ns = text ?? core.pointee.standardNS
      case .nsseparator: nsSeparator = text ?? separators.ns ?? Self.nothing
      case .keyseparator: keySeparator = text ?? separators.key ?? Self.nothing
      default: break
      }
    }
  }

  // MARK: Options and variables

  /// An option that is there, unless it is left out.
  func given(_ option: OptionName) -> UnsafePointer<Argument>? {
    guard removed & option.bit == 0 else { return nil }
    return switch option {
    case .count: frame.pointee.count
    case .context: frame.pointee.context
    default: frame.named(option)
    }
  }

  /// The variable of a name, unless it is an option that is left out.
  func variable(_ name: Name) -> UnsafePointer<Argument>? {
    if let data = frame.pointee.data { return data.named(name) }
    if name.isSame(Name("lng")) { return lng }
    return OptionName.isOne(name, of: removed) ? nil : frame.named(name)
  }

  /// All of them, for the host.
  var members: Members {
    let hidden = isInner ? removed | OptionName.defaultValue.bit : removed
    var members = frame.members(without: hidden)
    members["lng"] = lng?.pointee.value
    return members
  }
}
