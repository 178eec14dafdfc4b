import CalqueBase
import CalqueJSON

/// JSON objects in a line.
enum JSONLine {
  static func members(_ text: Text) throws(Diagnostic) -> Members {
    try JSON.parse(text).object ?? Members()
  }
}
