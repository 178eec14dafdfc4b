import CalqueBase
import CalqueJSON

/// Values for tests, written as JSON.
enum JSONText {
  static func members(_ text: Text) throws -> Members? { try JSON.parse(text).object }
}
