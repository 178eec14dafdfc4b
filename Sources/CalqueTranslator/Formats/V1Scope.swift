import CalqueBase
import CalqueTemplate

/// The options of a look-up in format v1, which look-ups change as they go. Trivial, because look-ups
/// for other forms copy them: its texts are those of frames and chains, which last as long as the call.
///
/// All functions take them `inout`, because an argument of this size is copied otherwise.
struct V1Scope {
  /// The options as they were given; those of a reference before those around it.
  private(set) var frame: UnsafePointer<Frame>
  /// How many arguments of references the frame has room for; 0 for a frame that is not theirs.
  private var room = 0
  private(set) var nsSeparator: Bytes
  private(set) var keySeparator: Bytes
  /// The options that are left out, by their bits.
  private var removed: UInt64 = 0
  /// The look-up is for a form of a key. It has no default: the one around it goes on without it.
  private(set) var isInner = false
  /// `lng`: that of the options until a plural chooses languages.
  private var lng: UnsafePointer<Argument>?
  /// The language that a plural began with.
  private(set) var origin: Bytes?
  /// `lngs`.
  var list: Languages?
  var ns: Bytes?
  var isFallback = false

  /// Some languages of a chain.
  struct Languages {
    let core: UnsafePointer<ChainCore>
    let range: Range<Int>

    init(_ core: UnsafePointer<ChainCore>, _ range: Range<Int>? = nil) {
      self.core = core
      self.range = range ?? 0..<core.pointee.codeCount
    }

    /// The first; there must be one. The chain keeps its bytes.
    var first: Bytes {
      core.pointee.chain._withUnsafeGuaranteedRef {
        $0.codes[range.lowerBound].bytes.withUnsafeBufferPointer { $0 }
      }
    }
  }

  /// - Parameter call: its arguments are the options.
  init(_ call: Call) {
    frame = call.frame
    lng = frame.pointee.lng
    nsSeparator = call.core.pointee.separators.ns ?? Self.nothing
    keySeparator = call.core.pointee.separators.key ?? Self.nothing
    follow(frame.all, call)
  }

  /// Separates where nothing separates: no key has it.
  static var nothing: Bytes { Bytes("\0") }

  // MARK: Scopes of other look-ups

  /// The scope of the look-up for a form that an option chooses.
  func inner(without option: OptionName) -> V1Scope {
    var inner = self
    inner.remove(option)
    inner.isInner = true
    return inner
  }

  /// The scope of references in a text.
  var inReferences: V1Scope {
    var inner = self
    inner.remove(.postProcess)
    if isInner { inner.remove(.defaultValue) }
    inner.room = 0
    inner.isInner = false
    inner.isFallback = false
    return inner
  }

  mutating func remove(_ option: OptionName) { removed |= option.bit }

  /// Looks in the languages of `list`, for a plural that began with another.
  mutating func lookInList(from origin: Bytes) { (lng, self.origin) = (nil, origin) }

  /// Looks in one language.
  mutating func look(in language: Bytes) {
    let place = frame.pointee.evaluation.arena.pointee.take(Argument.self, 1)
    place.initialize(to: Argument("lng", .text, 0, language))
    (lng, origin) = (UnsafePointer(place), nil)
  }

  /// Takes the options of a reference, which hold for those before it, too.
  mutating func take(_ own: UnsafeBufferPointer<Argument>, _ call: Call) {
    let earlier = room == 0 ? .none : frame.all
    if earlier.count + own.count > room {
      let outer = room == 0 ? frame : frame.pointee.outer
      room = 2 * (earlier.count + own.count)
      let larger = call.frame(roomFor: room, outer: outer)
      larger.add(earlier)
      larger.pointee.data = frame.pointee.data
      frame = UnsafePointer(larger)
    }
    UnsafeMutablePointer(mutating: frame).add(own)
    follow(own, call)
  }

  /// Follows options that are in the frame.
  private mutating func follow(_ given: UnsafeBufferPointer<Argument>, _ call: Call) {
    let separators = call.core.pointee.separators
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
        list = argument.isTruthy ? Languages(call.atHome.chain(choosing: argument)) : nil
      case .ns: ns = text
      case .nsseparator: nsSeparator = text ?? separators.ns ?? Self.nothing
      case .keyseparator: keySeparator = text ?? separators.key ?? Self.nothing
      default: break
      }
    }
  }

  // MARK: Options and variables

  /// Whether an option is there.
  func has(_ option: OptionName) -> Bool {
    guard removed & option.bit == 0 else { return false }
    return switch option {
    case .count: frame.pointee.count != nil
    case .context: frame.pointee.context != nil
    default: frame.has(option)
    }
  }

  /// The language that is asked for.
  var language: Bytes? { lng?.pointee.filledText }

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
