import CalqueBase
import CalqueTemplate

/// The options of a look-up in format v1, which look-ups change as they go. Trivial, because each
/// look-up copies them: its texts are those of arguments and chains, which last as long as the call.
struct V1Scope {
  /// Separates where nothing separates: no key has it.
  static var nothing: Bytes { Bytes(start: ("\0" as StaticString).utf8Start, count: 1) }

  /// The options as they were given; those of a reference before those around it.
  var arguments: UnsafeMutablePointer<CallArguments>
  private(set) var nsSeparator: Bytes
  private(set) var keySeparator: Bytes
  /// The options that are left out, by their bits.
  private var removed: UInt64 = 0
  /// The default value of an inner look-up, instead of the one that was given.
  var marker: V1Rules.Marker?
  /// `lng`, empty for one that says nothing.
  private(set) var lng: Bytes?
  /// The language that a plural began with.
  var origin: Bytes?
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

    /// There is one. The chain keeps its bytes.
    var first: Bytes {
      core.pointee.chain._withUnsafeGuaranteedRef {
        $0.codes[range.lowerBound].bytes.withUnsafeBufferPointer { $0 }
      }
    }

    func part(_ part: Range<Int>) -> Languages {
      let start = range.lowerBound
      return Languages(core, (start + part.lowerBound)..<(start + part.upperBound))
    }
  }

  init(_ arguments: UnsafeMutablePointer<CallArguments>, _ separators: KeySeparators) {
    self.arguments = arguments
    nsSeparator = separators.ns ?? Self.nothing
    keySeparator = separators.key ?? Self.nothing
  }

  /// The scope of references in a text.
  var inReferences: V1Scope {
    var inner = self
    inner.remove(.postProcess)
    inner.isFallback = false
    inner.dropMarker()
    return inner
  }

  /// The default value belongs to the look-up around this one: here is none.
  mutating func dropMarker() {
    if marker != nil { remove(.defaultValue) }
    marker = nil
  }

  /// Follows options that were given.
  ///
  /// - Returns: `lngs`, if that is one of them.
  mutating func take(
    _ given: UnsafeBufferPointer<Argument>, _ separators: KeySeparators
  ) -> Value? {
    var list: Value?
    for argument in given {
      guard let option = OptionName.of(argument.name) else { continue }
      removed &= ~option.bit
      switch option {
      case .defaultValue: marker = nil
      case .lng: lng = argument.filledText ?? Bytes.none
      case .lngs: list = argument.value
      case .ns: ns = argument.givenText
      case .nsseparator: nsSeparator = argument.givenText ?? separators.ns ?? Self.nothing
      case .keyseparator: keySeparator = argument.givenText ?? separators.key ?? Self.nothing
      default: break
      }
    }
    return list
  }

  /// Whether an option is there.
  func has(_ option: OptionName) -> Bool {
    guard removed & option.bit == 0 else { return false }
    switch option {
    case .count: return arguments.pointee.count != nil
    case .context: return arguments.pointee.context != nil
    default: return arguments.has(option)
    }
  }

  mutating func remove(_ option: OptionName) { removed |= option.bit }

  mutating func choose(_ language: Bytes?) {
    lng = language
    removed = language == nil ? removed | OptionName.lng.bit : removed & ~OptionName.lng.bit
  }

  /// The variable of a name, unless it is an option that is left out; `language` comes before it.
  func variable(_ name: Name) -> UnsafePointer<Argument>? {
    if let data = arguments.pointee.data { return data.named(name) }
    return hides(name) ? nil : arguments.named(name)
  }

  /// The language that a name stands for.
  func language(_ name: Bytes) -> Bytes? {
    guard arguments.pointee.data == nil, name.equals("lng"), let lng, !lng.isEmpty else {
      return nil
    }
    return lng
  }

  private func hides(_ name: Name) -> Bool {
    guard removed != 0, let option = OptionName.of(name) else { return false }
    return removed & option.bit != 0
  }

  /// All of them, for the host.
  var members: Members {
    var members = arguments.members
    for name in members.keys {
      if name.bytes.withUnsafeBufferPointer({ hides(Name($0)) }) { members.remove(name) }
    }
    if marker != nil { members.remove("defaultValue") }
    return members
  }
}

extension Argument {
  fileprivate var givenText: Bytes? { kind == .text ? bytes : nil }
}
