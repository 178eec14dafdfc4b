/// The failures of `include/calque/status.h`, with the same numbers.
///
/// Outcomes that are not failures (truncated, missing key, not found) are not listed.
public enum DiagnosticCode: Int32, CaseIterable, Sendable {
  case invalidArgument = 20
  case invalidUTF8 = 21
  case invalidJSON = 22
  case invalidType = 23
  case invalidOption = 24
  case invalidLocale = 25
  case invalidPlaceholder = 26
  case limitExceeded = 30
  case io = 40
  case corrupt = 41
  case unsupported = 50
  case refused = 51
  case conflict = 52
  case cancelled = 60
  case timeout = 61
  case unreachable = 62
  case insecure = 63
  case httpStatus = 64
  case badResponse = 65
  case loadFailed = 66
}
