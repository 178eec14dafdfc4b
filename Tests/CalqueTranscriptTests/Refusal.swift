import CalqueBase

/// The status that a call is refused with.
enum Refusal {
  static func of(_ body: () throws -> some Any) -> Diagnostic? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? Diagnostic
    }
  }
}
