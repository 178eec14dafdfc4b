import CalqueBase

/// CLDR's notation of samples: `3` or `0.1~0.9`, counting in the last digit.
enum SampleRange {
  static func numbers(_ sample: Text) -> [Text] {
    let ends = sample.split("~")
    guard ends.count == 2, let low = scaled(ends[0]), let high = scaled(ends[1]) else {
      return [sample]
    }
    let places = ends[0].firstIndex(of: ".").map { ends[0].count - $0 - 1 } ?? 0
    return (low...high).map { text($0, places) }
  }

  private static func scaled(_ number: Text) -> Int? {
    Int(number.replacing(".", with: "").string)
  }

  private static func text(_ scaled: Int, _ places: Int) -> Text {
    var digits = Text(String(scaled))
    while digits.count <= places { digits = "0" + digits }
    guard places > 0 else { return digits }
    return digits.part(0, digits.count - places) + "." + digits.part(digits.count - places)
  }
}
