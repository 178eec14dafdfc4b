import CPlatform
import CalqueBase

/// A time zone: UTC, a fixed offset, or a file of the system's time zone database.
final class TimeZone: @unchecked Sendable {
  // Unchecked: written by the initializer alone.
  /// The state of a zone at a point in time.
  struct Moment: Equatable {
    /// Seconds east of UTC.
    var offset: Int
    var isDaylight: Bool
  }

  /// The state at all times of a zone without changes.
  private var first = Moment(offset: 0, isDaylight: false)
  /// A file of the format of RFC 9636, and where it has the moments of change, in seconds since 1970,
  /// ascending, the kind of time from each on, and the kinds.
  private var file: [UInt8] = []
  private var changes = 0
  private var count = 0
  private var kinds: Int { changes &+ 8 &* count }
  private var types: Int { kinds &+ count }
  private var rule: TimeZoneRule?

  /// Refuses a name that cannot be one, and one that the system's database lacks.
  init(_ name: Bytes, _ locale: FormatLocale) {
    if Self.isUTC(name) { return }
    if let offset = Self.offset(name) {
      first.offset = offset
      return
    }
    if !Self.isName(name) {
      locale.refuse(.zone)
    } else if !open(name) {
      locale.refuse(.zoneFile)
    }
  }

  /// Whether a name stands for UTC without a look into the database.
  private static func isUTC(_ name: Bytes) -> Bool {
    let rest = name.hasPrefix("Etc/") ? name.part(4, name.count) : name
    return rest.equals("UTC") || rest.equals("GMT")
  }

  private static func isName(_ name: Bytes) -> Bool {
    for byte in name
    where !byte.isASCIILetter && byte &- 0x2F >= 11 && byte != 0x2B && byte != 0x2D && byte != 0x5F
    {
      return false
    }
    return !name.isEmpty && name.count <= 64 && name[0] != 0x2F
      && name.firstIndex(of: "//") == nil
  }

  /// Seconds of `+02:00`, `-0530` or `+02`; nil for anything that is not an offset.
  private static func offset(_ name: Bytes) -> Int? {
    guard let sign = name.first, sign == 0x2B || sign == 0x2D else { return nil }
    let digits = Text(name.dropFirst().filter { $0 != 0x3A })
    guard digits.count == 2 || digits.count == 4, let read = digits.wholeNumber else { return nil }
    let number = Int(truncatingIfNeeded: digits.count == 2 ? read &* 100 : read)
    guard number < 2400, number % 100 < 60 else { return nil }
    let seconds = number / 100 &* 3600 &+ number % 100 &* 60
    return sign == 0x2D ? -seconds : seconds
  }

  /// The state at all times; nil when it changes.
  var fixed: Moment? { count == 0 && rule == nil ? first : nil }

  func moment(_ seconds: Int64) -> Moment {
    if let rule, count == 0 || seconds >= number(changes &+ 8 &* (count &- 1), 8) {
      return rule.moment(seconds)
    }
    let later = Ordering.first(count) { number(changes &+ 8 &* $0, 8) <= seconds }
    return type(later == 0 ? 0 : Int(file[kinds &+ later &- 1]))
  }

  // MARK: Files

  private static let folders: StaticString =
    "/usr/share/zoneinfo/ /usr/lib/zoneinfo/ /usr/share/lib/zoneinfo/ /etc/zoneinfo/"
  private static let largest = 65_536
  /// Bytes before each of the two blocks of a file.
  private static let head = 44

  private func open(_ name: Bytes) -> Bool {
    let folders = Bytes(Self.folders)
    var place = 0
    while let folder = folders.next(&place, by: 0x20) {
      var path = Text(folder)
      path.append(name)
      path.append(0)
      let descriptor = path.bytes.withUnsafeBytes { bytes in
        calque_platform_open_read(bytes.assumingMemoryBound(to: CChar.self).baseAddress)
      }
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      let size = calque_platform_file_size(descriptor)
      guard size > Self.head, size <= Self.largest else { continue }
      file = [UInt8](repeating: 0, count: Int(size))
      let got = file.withUnsafeMutableBytes { CPlatform.read(descriptor, $0.baseAddress, $0.count) }
      if got == Int(size) { return read() }
    }
    return false
  }

  /// Finds the parts of a file of version 2 or later; false when it is damaged.
  private func read() -> Bool {
    guard number(0, 4) == 0x545A_6966, file[4] >= 0x32, let short = size(of: 0, 4) else {
      return false
    }
    // The second block has times of 64 bits.
    let start = Self.head &+ short
    guard let size = size(of: start, 8) else { return false }
    changes = start &+ Self.head
    count = Int(number(start &+ 32, 4))
    let types = Int(number(start &+ 36, 4))
    guard types > 0 else { return false }
    for place in 0..<count where Int(file[kinds &+ place]) >= types { return false }
    first = type(0)
    rule = file.withUnsafeBufferPointer { bytes in
      let footer = bytes.part(changes &+ size, bytes.count)
      return TimeZoneRule.read(footer.part(footer.trimmed))
    }
    return true
  }

  /// Bytes of a block behind its head; nil when the file has less.
  ///
  /// - Parameter width: Bytes of a moment.
  @inline(never)
  private func size(of block: Int, _ width: Int) -> Int? {
    guard block &+ Self.head <= file.count else { return nil }
    var size = 0
    // Of two kinds of marks, leap seconds, moments, types and letters.
    for place in 0..<6 {
      let count = Int(number(block &+ 20 &+ 4 &* place, 4))
      guard count >= 0, count < 65_536 else { return nil }
      size &+= count &* (place == 2 ? width &+ 4 : place == 3 ? width &+ 1 : place == 4 ? 6 : 1)
    }
    return block &+ Self.head &+ size <= file.count ? size : nil
  }

  private func type(_ number: Int) -> Moment {
    let place = types &+ 6 &* number
    return Moment(offset: Int(self.number(place, 4)), isDaylight: file[place &+ 4] != 0)
  }

  /// The number at a place of the file, the highest byte first; negative when its highest bit is set.
  @inline(never)
  private func number(_ place: Int, _ size: Int) -> Int64 {
    var value: Int64 = Int64(Int8(bitPattern: file[place]))
    for at in place &+ 1..<place &+ size { value = value << 8 | Int64(file[at]) }
    return value
  }
}
