extension StaticString {
  /// The literal as C text: literals end in NUL and live as long as the library.
  var cString: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
