import CalqueBase
import CalqueStorage

/// The texts of a session on disk: `IDENTIFIER.txt` for each, and `TextVersions.json`; and where files
/// last, `SeenVersions.json`, which cannot be fetched again.
///
/// A text is written before its version. After a crash the file is thus a text under its version or
/// under an older one.
struct TextStorage: Sendable {
  /// The outcome of storing a text.
  enum Outcome {
    case stored
    /// A newer one is there, of another process.
    case newer(Text, Version)
    /// A newer version is on record, of a text that is gone: nothing was written.
    case older
  }

  private let directory: CacheDirectory
  private let lasting: CacheDirectory
  /// The directory, and where TextFetcher would have put the session when that is elsewhere.
  private let places: [CacheDirectory]
  private let maximumBytes: Int
  private let maximumVersionBytes: Int

  private static var versionsName: Text { "TextVersions.json" }
  private static var seenName: Text { "SeenVersions.json" }
  private static var suffix: Text { ".txt" }
  /// The longest name that a file system takes, less the suffix of a draft of the file.
  private static var longestName: Int { 200 }

  /// - Throws: `io` when the platform has no directory for caches and none is given.
  init(_ options: TextsOptions) throws(Diagnostic) {
    let root: CacheDirectory
    if let path = options.cacheDirectory {
      root = CacheDirectory(path)
    } else {
      root = try CacheDirectory.standard("calque/texts")
    }
    let session = "/" + Self.name(options.sessionID, "")
    directory = CacheDirectory(root.path + session)
    if let path = options.stateDirectory {
      lasting = CacheDirectory(path + session)
    } else if options.cacheDirectory != nil {
      lasting = directory
    } else {
      let lasting = try? CacheDirectory.lasting("calque/texts")
      self.lasting = lasting.map { CacheDirectory($0.path + session) } ?? directory
    }
    let former = Self.formerName(options.sessionID, "").map {
      [CacheDirectory("\(root.path)/\($0)")]
    }
    places = [directory] + (former ?? [])
    maximumBytes = options.maximumBytes
    maximumVersionBytes = options.maximumVersionBytes
  }

  /// The versions on record; none when there is no file.
  ///
  /// - Throws: `io`, or as `VersionTable(versionFile:maximumBytes:)`.
  func versions() throws(Diagnostic) -> VersionTable {
    for place in places {
      let file = try place.read(Self.versionsName, maximumBytes: maximumVersionBytes)
      guard let file else { continue }
      return try ("\(place.path)/\(Self.versionsName)" as Text).asSource { () throws(Diagnostic) in
        try VersionTable(versionFile: file, maximumBytes: maximumVersionBytes)
      }
    }
    return VersionTable()
  }

  /// The versions that the user has seen; none if there is no readable file. Earlier releases kept it
  /// beside the texts.
  func seen() -> VersionTable {
    for place in [lasting, directory] {
      let file = (try? place.read(Self.seenName, maximumBytes: maximumVersionBytes)) ?? nil
      let table = file.flatMap {
        try? VersionTable(versionFile: $0, maximumBytes: maximumVersionBytes)
      }
      if let table { return table }
    }
    return VersionTable()
  }

  /// - Throws: `io`.
  func store(seen: VersionTable) throws(Diagnostic) {
    try lasting.make()
    try lasting.locked { () throws(Diagnostic) in
      try lasting.write(seen.versionFile, to: Self.seenName)
    }
  }

  /// A text on disk with its version; nil when there is no readable one.
  func text(of identifier: Text) -> LocalText? {
    let loaded = try? directory.locked { () -> LocalText? in
      guard let text = self.content(of: identifier) else { return nil }
      let versions = (try? self.versions()) ?? VersionTable()
      return LocalText(text: text, version: versions.version(of: identifier), place: .cache)
    }
    return loaded ?? nil
  }

  /// Stores a text and then its version, unless there is something newer.
  ///
  /// - Throws: `io`; what could be read before can be read then.
  func store(
    _ text: Text, of identifier: Text, _ version: Version
  ) throws(Diagnostic) -> Outcome {
    try directory.make()
    return try directory.locked { () throws(Diagnostic) -> Outcome in
      // A damaged file counts as absent and is replaced.
      var versions = (try? self.versions()) ?? VersionTable()
      let recorded = versions.version(of: identifier)
      guard recorded <= version else {
        return content(of: identifier).map { .newer($0, recorded) } ?? .older
      }
      try directory.write(text, to: Self.name(identifier, Self.suffix))
      if recorded < version {
        versions[identifier] = version
        try directory.write(versions.versionFile, to: Self.versionsName)
      }
      return .stored
    }
  }

  /// Removes the texts and versions of the session.
  func clear() throws(Diagnostic) {
    for place in places {
      try place.locked { () throws(Diagnostic) in
        // The versions first: a text without one is of no version, never of a wrong one.
        try place.remove(Self.versionsName)
        for name in try place.names() where name.hasSuffix(Self.suffix) { try place.remove(name) }
      }
    }
  }

  private func content(of identifier: Text) -> Text? {
    let names = [Self.name(identifier, Self.suffix), Self.formerName(identifier, Self.suffix)]
      .compactMap { $0 }
    for place in places {
      for name in names {
        let bytes = (try? place.read(name, maximumBytes: maximumBytes)) ?? nil
        if let text = bytes.flatMap({ TextDecoding.utf8($0) }) { return text }
      }
    }
    return nil
  }

  /// The name of a file: the identifier encoded, or its digest when that would be too long. Two
  /// percent signs are never part of an encoded identifier.
  private static func name(_ identifier: Text, _ suffix: Text) -> Text {
    let name = CacheDirectory.fileName(identifier, suffix)
    return name.count <= longestName ? name : "%%\(SHA256(of: identifier).text)\(suffix)"
  }

  /// The name that TextFetcher uses: the identifier, not encoded. nil when it is the same, leads
  /// out of the directory, or could be the encoded name of another identifier.
  private static func formerName(_ identifier: Text, _ suffix: Text) -> Text? {
    let former = identifier + suffix
    guard former != name(identifier, suffix), former != ".", former != "..",
      former.count <= longestName, !former.bytes.contains(where: { [0, 0x25, 0x2F].contains($0) })
    else { return nil }
    return former
  }
}

/// Bytes of a file to text.
enum TextDecoding {
  /// UTF-8, with or without a byte order mark; nil for anything else.
  static func utf8(_ bytes: Text) -> Text? {
    let text = bytes.hasPrefix(Text([0xEF, 0xBB, 0xBF])) ? bytes.part(3) : bytes
    return text.isUTF8 ? text : nil
  }

  /// UTF-16 when it begins with a byte order mark, else UTF-8; nil for anything else.
  static func marked(_ bytes: Text) -> Text? {
    switch (bytes.bytes.first, bytes.bytes.dropFirst().first) {
    case (0xFF, 0xFE): utf16(bytes.bytes.dropFirst(2), high: 1)
    case (0xFE, 0xFF): utf16(bytes.bytes.dropFirst(2), high: 0)
    default: utf8(bytes)
    }
  }

  /// - Parameter high: which byte of each two is the high one.
  private static func utf16(_ bytes: ArraySlice<UInt8>, high: Int) -> Text? {
    guard bytes.count % 2 == 0 else { return nil }
    var text = Text()
    text.bytes.reserveCapacity(bytes.count)
    var lead: UInt32?
    for place in stride(from: bytes.startIndex, to: bytes.endIndex, by: 2) {
      let unit = UInt32(bytes[place + high]) << 8 | UInt32(bytes[place + 1 - high])
      switch (lead, unit) {
      case (nil, 0xD800...0xDBFF): lead = unit
      case (nil, 0xDC00...0xDFFF): return nil
      case (nil, _): text.append(scalar: unit)
      case (let first?, 0xDC00...0xDFFF):
        text.append(scalar: 0x10000 + (first - 0xD800) << 10 + (unit - 0xDC00))
        lead = nil
      default: return nil
      }
    }
    return lead == nil ? text : nil
  }
}
