import CalqueBase
import Testing

@testable import CalqueTemplate

@Suite struct MadeDetailsTests {
  private final class Object {}

  /// A server shows one text in each of its languages; none may be made again for each call.
  @Test func keepsObjectsOfManyLanguages() {
    let details = MadeDetails()
    let ends = (0..<64).map { Text(String(UnicodeScalar(97 + $0 % 26)) + String($0)) }
    let objects = ends.map { _ in Object() }
    for (language, object) in zip(ends, objects) { #expect(details.keep(object, 7, language)) }
    for (language, object) in zip(ends, objects) {
      let found = language.bytes.withUnsafeBufferPointer { details.known(7, $0) }
      #expect(found?.takeUnretainedValue() === object)
    }
  }

  @Test func tellsOwnersAndLanguagesFromOneAnother() {
    let details = MadeDetails()
    details.keep(Object(), 7, "de-AT")
    for (owner, language) in [(UInt64(8), Text("de-AT")), (7, "de-ET"), (7, "de")] {
      let found = language.bytes.withUnsafeBufferPointer { details.known(owner, $0) }
      #expect(found == nil)
    }
  }
}
