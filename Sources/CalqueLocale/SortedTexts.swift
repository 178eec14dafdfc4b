import CalqueBase

/// A few texts in the order of their bytes, each once.
///
/// Subtags are at most a hundred: inserting in place is as fast as the library's sort and a tenth
/// of its code.
enum SortedTexts {
  static func insert(_ text: Text, into texts: inout [Text]) {
    guard !texts.contains(text) else { return }
    texts.insert(text, at: texts.firstIndex { $0 > text } ?? texts.endIndex)
  }
}
