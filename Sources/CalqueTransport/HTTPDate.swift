import CPlatform
package import CalqueBase

/// Dates of HTTP, in the form that servers must send (RFC 9110, section 5.6.7).
package enum HTTPDate {
  /// Milliseconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`; nil when it is none.
  package static func milliseconds(_ date: Text) -> Int64? {
    let parts = date.split(" ")
    guard parts.count == 6, parts[5] == "GMT", parts[0].count == 4, parts[0].hasSuffix(","),
      let day = number(parts[1], digits: 2), let month = months.firstIndex(of: parts[2]),
      let year = number(parts[3], digits: 4)
    else { return nil }
    let time = parts[4].split(":")
    guard time.count == 3, let hour = number(time[0], digits: 2),
      let minute = number(time[1], digits: 2), let second = number(time[2], digits: 2),
      (1...31).contains(day), hour < 24, minute < 60, second < 61
    else { return nil }
    var fields = tm()
    (fields.tm_year, fields.tm_mon, fields.tm_mday) = (year - 1900, Int32(month), day)
    (fields.tm_hour, fields.tm_min, fields.tm_sec) = (hour, minute, second)
    return Int64(timegm(&fields)) * 1000
  }

  private static let months: [Text] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A number of so many digits, four at most.
  private static func number(_ text: Text, digits: Int) -> Int32? {
    guard text.count == digits else { return nil }
    var number: Int32 = 0
    for byte in text.bytes {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      number = number * 10 + Int32(byte - 0x30)
    }
    return number
  }
}
