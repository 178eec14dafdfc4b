import CalqueBase
import CalqueTemplate

/// The options of a look-up in format v1, which look-ups change as they go. Trivial, because look-ups
/// for other forms copy them: its texts are those of frames and chains, which last as long as the call.
///
/// All functions take them `inout`, because an argument of this size is copied otherwise.
struct V1Scope {
  /// The options as they were given; those of a reference before those around it.
  var frame: UnsafePointer<Frame>
  private(set) var nsSeparator: Bytes
  private(set) var keySeparator: Bytes
  /// The options that are left out, by their bits.
  private var removed: UInt64 = 0
  /// The look-up is for a form of a key. It has no default: the one around it goes on without it.
  private(set) var isInner = false
  /// `lng`, empty for one that says nothing.
  private(set) var lng: Bytes?
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

  init(_ frame: UnsafePointer<Frame>, _ separators: KeySeparators) {
    self.frame = frame
    nsSeparator = separators.ns ?? Self.nothing
    keySeparator = separators.key ?? Self.nothing
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
    inner.isInner = false
    inner.isFallback = false
    return inner
  }

  /// Looks in other languages; `language` is nil for those of `list`.
  mutating func look(in language: Bytes?, origin: Bytes?) {
    (lng, self.origin) = (language, origin)
    removed = language == nil ? removed | OptionName.lng.bit : removed & ~OptionName.lng.bit
  }

  /// Follows options that were given.
  mutating func take(_ given: UnsafeBufferPointer<Argument>, _ call: Call) {
    let separators = call.core.pointee.separators
    for argument in given {
      guard let option = OptionName.of(argument.name) else { continue }
      removed &= ~option.bit
      let text = argument.kind == .text ? argument.bytes : nil
      switch option {
      case .lng: lng = text ?? Bytes.none
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

  mutating func remove(_ option: OptionName) { removed |= option.bit }

  /// The variable of a name, unless it is an option that is left out.
  func variable(_ name: Name) -> UnsafePointer<Argument>? {
    if let data = frame.pointee.data { return data.named(name) }
    return hides(name) ? nil : frame.named(name)
  }

  /// The language that a name stands for: it comes before variables.
  func language(_ name: Bytes) -> Bytes? {
    guard frame.pointee.data == nil, name.equals("lng"), let lng, !lng.isEmpty else { return nil }
    return lng
  }

  private func hides(_ name: Name) -> Bool {
    guard removed != 0, let option = OptionName.of(name) else { return false }
    return removed & option.bit != 0
  }

  /// All of them, for the host.
  var members: Members {
    var members = frame.members
    for name in members.keys {
      if name.bytes.withUnsafeBufferPointer({ hides(Name($0)) }) { members.remove(name) }
    }
    if isInner { members.remove("defaultValue") }
    return members
  }
}
