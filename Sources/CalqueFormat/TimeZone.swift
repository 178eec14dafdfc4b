import CPlatform
import CalqueBase

/// A time zone: UTC, a fixed offset, or a file of the system's time zone database.
struct TimeZone {
  /// The state of a zone at a point in time.
  struct Moment: Equatable {
    /// Seconds east of UTC.
    var offset: Int
    var isDaylight: Bool
  }

  let name: Text
  /// Moments of change, in seconds since 1970, ascending, and what holds from each on.
  private var changes: [Int64] = []
  private var moments: [Moment] = []
  private var first = Moment(offset: 0, isDaylight: false)
  private var rule: TimeZoneRule?

  /// - Throws: `invalidOption` for a name that cannot be one, `unsupported` when the system's
  ///   database lacks it or there is none.
  init(_ name: Text) throws(Diagnostic) {
    self.name = name
    if Self.isUTC(name) { return }
    if let offset = Self.offset(name) {
      first.offset = offset
      return
    }
    let isPlain = name.bytes.allSatisfy { byte in
      switch byte {
      case 0x2B, 0x2D, 0x2F...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
      default: false
      }
    }
    guard isPlain, !name.isEmpty, name.count <= 64, name.bytes[0] != 0x2F, !name.contains("//")
    else { throw Diagnostic(.invalidOption, "there is no such time zone", path: "timeZone") }
    guard let bytes = Self.file(name), read(bytes) else {
      throw Diagnostic(
        .unsupported, "the system's time zone database has no such zone", path: "timeZone")
    }
  }

  /// Whether a name stands for UTC without a look into the database.
  static func isUTC(_ name: Text) -> Bool {
    name == "UTC" || name == "Etc/UTC" || name == "GMT" || name == "Etc/GMT"
  }

  /// Seconds of `+02:00`, `-0530` or `+02`; nil for anything that is not an offset.
  private static func offset(_ name: Text) -> Int? {
    guard let sign = name.bytes.first, sign == 0x2B || sign == 0x2D else { return nil }
    let digits = name.part(1).replacing(":", with: "").bytes
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else { return nil }
    let pair = { (place: Int) -> Int in
      place < digits.count ? Int(digits[place]) * 10 + Int(digits[place + 1]) - 528 : 0
    }
    guard pair(0) < 24, pair(2) < 60 else { return nil }
    let seconds: Int = pair(0) * 3600 + pair(2) * 60
    return sign == 0x2D ? -seconds : seconds
  }

  /// The state at all times; nil when it changes.
  var fixed: Moment? { changes.isEmpty && rule == nil ? first : nil }

  func moment(_ seconds: Int64) -> Moment {
    guard let last = changes.last, let least = changes.first, seconds >= least else {
      return rule.flatMap { changes.isEmpty ? $0.moment(seconds) : nil } ?? first
    }
    if seconds >= last, let rule { return rule.moment(seconds) }
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return moments[low - 1]
  }

  // MARK: Files

  private static let folders: [StaticString] = [
    "/usr/share/zoneinfo/", "/usr/lib/zoneinfo/", "/usr/share/lib/zoneinfo/", "/etc/zoneinfo/",
  ]
  private static let largest = 65_536

  private static func file(_ name: Text) -> [UInt8]? {
    for folder in folders {
      var path = (Text(stringLiteral: folder) + name).bytes.map { CChar(bitPattern: $0) }
      path.append(0)
      let descriptor = calque_platform_open_read(path)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      let size = calque_platform_file_size(descriptor)
      guard size > 44, size <= largest else { continue }
      var bytes = [UInt8](repeating: 0, count: Int(size))
      let got = bytes.withUnsafeMutableBytes {
        CPlatform.read(descriptor, $0.baseAddress, $0.count)
      }
      if got == Int(size) { return bytes }
    }
    return nil
  }

  /// Reads a file of the format of RFC 9636, version 2 and later; false when it is damaged.
  private mutating func read(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0x54, 0x5A, 0x69, 0x66]), bytes[4] >= 0x32 else { return false }
    var reader = Reader(bytes: bytes)
    guard let short = Counts(&reader, 0) else { return false }
    // The second block has times of 64 bits.
    let start = 44 + short.size(4)
    guard let counts = Counts(&reader, start) else { return false }
    let times = start + 44
    let kinds = times + counts.times * 8
    let types = kinds + counts.times
    guard start + 44 + counts.size(8) <= bytes.count else { return false }
    var all: [Moment] = []
    for place in 0..<counts.types {
      let at = types + place * 6
      all.append(Moment(offset: reader.int32(at), isDaylight: bytes[at + 4] != 0))
    }
    guard !all.isEmpty else { return false }
    first = all[0]
    for place in 0..<counts.times {
      let kind = Int(bytes[kinds + place])
      guard kind < all.count else { return false }
      changes.append(reader.int64(times + place * 8))
      moments.append(all[kind])
    }
    let footer = start + 44 + counts.size(8)
    rule = TimeZoneRule(Text(bytes[footer...]).trimmed())
    return true
  }

  private struct Counts {
    let times: Int
    let types: Int
    private let leaps: Int
    private let letters: Int
    private let marks: Int

    init?(_ reader: inout Reader, _ start: Int) {
      guard start >= 0, start + 44 <= reader.bytes.count else { return nil }
      let counts = (0..<6).map { reader.int32(start + 20 + 4 * $0) }
      guard counts.allSatisfy({ $0 >= 0 && $0 < 65_536 }) else { return nil }
      (marks, leaps, times) = (counts[0] + counts[1], counts[2], counts[3])
      (types, letters) = (counts[4], counts[5])
    }

    /// Bytes of a block whose times have so many.
    func size(_ width: Int) -> Int {
      times * (width + 1) + types * 6 + letters + leaps * (width + 4) + marks
    }
  }

  private struct Reader {
    let bytes: [UInt8]

    func int32(_ place: Int) -> Int { Int(Int32(truncatingIfNeeded: big(place, 4))) }

    func int64(_ place: Int) -> Int64 { Int64(bitPattern: big(place, 8)) }

    private func big(_ place: Int, _ size: Int) -> UInt64 {
      var value: UInt64 = 0
      for at in place..<place + size {
        value = value << 8 | UInt64(at < bytes.count ? bytes[at] : 0)
      }
      return value
    }
  }
}
