import CPlatform

/// The number of random histories that a test compares with a model: `CALQUE_HISTORIES` of the
/// environment, or else the number that is usual for the test.
package func histories(_ usual: Int) -> Int {
  getenv("CALQUE_HISTORIES").flatMap { Int(String(cString: $0)) } ?? usual
}
