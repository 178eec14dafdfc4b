import CalqueBase
import CalqueTransport
import TestSupport

@testable import CalqueTexts

/// A server of a hundred texts that answers wrongly at random while it is told to.
///
/// Each text names its version, so that a test sees under which version it is served.
final class FaultyServer: Transport {
  private struct State {
    var random: Dice
    var isFaulty = true
    var round: UInt64 = 1
    var late: [Exchange] = []
  }

  private let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(random: Dice(seed))) }

  static let identifiers = (0..<100).map { "text \($0)" }

  /// The version that a text has in a round; some rise, some stay.
  static func version(_ number: Int, _ round: UInt64) -> Version {
    Version(1, number % 3 == 0 ? 1 : round, UInt64(number))
  }

  static func body(_ number: Int, _ version: Version) -> Text {
    Text("text \(number) of version ") + version.text
      + Text(String(repeating: ".", count: number * 7))
  }

  /// The texts of the next round are there from now on.
  func publish() { state.withLock { $0.round += 1 } }

  func recover() {
    let late = state.withLock { state in
      state.isFaulty = false
      let late = state.late
      state.late = []
      return late
    }
    for exchange in late { exchange.complete(.failure(Diagnostic(.unreachable, "late"))) }
  }

  func start(_ exchange: Exchange) {
    let answer = state.withLock { state -> Result<Response, Diagnostic>? in
      let body = Self.body(for: exchange.request.url, state.round)
      let right = Response(
        status: 200, headers: [Header("Content-Length", Decimal.text(of: Int64(body.count)))],
        body: body)
      guard state.isFaulty else { return .success(right) }
      switch state.random.below(9) {
      case 0: return .failure(Diagnostic(.unreachable, "dropped"))
      case 1:
        // Without an answer, until the time is over.
        state.late.append(exchange)
        return nil
      case 2: return .success(Response(status: 404, body: "<html>no such page</html>"))
      case 3: return .success(Response(status: 500, body: "1.0.0"))
      case 4:
        var cut = right
        cut.body = body.part(0, state.random.below(max(1, body.count)))
        return .success(cut)
      case 5 where exchange.request.url.hasSuffix(".json"):
        return .success(Response(status: 200, body: Self.garbage(&state.random, body)))
      case 6: return .success(Response(status: 302))
      default: return .success(right)
      }
    }
    if let answer { exchange.complete(answer) }
  }

  func cancel(_ exchange: Exchange) {
    state.withLock { $0.late.removeAll { $0 === exchange } }
  }

  private static func body(for url: Text, _ round: UInt64) -> Text {
    guard let name = url.split("/").last, !url.hasSuffix(".json"),
      let number = Int(name.part(("text%20" as Text).count).string)
    else {
      return Shelf.versionFile(
        identifiers.enumerated().map { ($1, version($0, round).text.string) })
    }
    return body(number, version(number, round))
  }

  private static func garbage(_ random: inout Dice, _ body: Text) -> Text {
    switch random.below(5) {
    case 0: "{}"
    case 1: "[1, 2, 3]"
    case 2: #"{"text 0": 9}"#
    case 3: #"{"text 0": "nine", "text 1": "1.0", "text 2": "9.9.9.9"}"#
    default: Text(body.bytes.map { random.below(40) == 0 ? 0x7D : $0 })
    }
  }
}
