import CalqueBase
import CalqueJSON
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueLoading

/// Random histories of loads from a bundle, a cache and a server, compared with a model.
@Suite struct LoadModelTests {
  @Test func whatFailsChangesNothingAndWhatReplacesReplacesAll() throws {
    for seed in 0..<histories(400) {
      let history = try History(UInt64(seed))
      for _ in 0..<20 where history.wrong == nil { try history.step() }
      if let wrong = history.wrong { Issue.record("history \(seed): \(wrong)") }
    }
  }
}

private typealias Tree = [String: String]

private func over(_ upper: Tree?, _ lower: Tree?) -> Tree {
  (lower ?? [:]).merging(upper ?? [:]) { $1 }
}

/// The resources in place after loads of one file.
private struct Model {
  /// nil until a load has put something in place.
  var inPlace: Tree?
  var bundle: Tree?
  /// The last response of the server, and when it came.
  var cached: (tree: Tree, moment: Int64)?

  /// - Parameter served: nil when the server fails.
  mutating func load(_ served: Tree?, replaces: Bool, reads: Bool, writes: Bool, now: Int64) {
    let kept = reads ? cached : nil
    let isFresh = kept.map { now < $0.moment + History.expiration } ?? false
    if let served, replaces {
      inPlace = over(served, bundle)
    } else if inPlace == nil {
      let cache = isFresh || served == nil ? kept?.tree : nil
      if bundle != nil || cache != nil || served != nil {
        inPlace = over(served, over(cache, bundle))
      }
    } else {
      inPlace = over(served, inPlace)
    }
    if let served, writes { cached = (served, now) }
  }
}

/// A server that changes, fails, and says when nothing has changed.
private final class ModelServer: Transport {
  enum Mode: CaseIterable {
    case serves, isDown, isBroken, isMissing, sendsNonsense, isSlow
  }

  struct State {
    var mode = Mode.serves
    var tree: Tree = [:]
    var version = 0
    var notModified = 0
  }

  let state = Mutex(State())

  func start(_ exchange: Exchange) {
    exchange.complete(
      state.withLock { state in
        let tag = "\"v" + Decimal.text(of: Int64(state.version)) + "\""
        let body = History.json(state.tree)
        switch state.mode {
        case .serves:
          if exchange.request.headers.contains(Header("If-None-Match", tag)) {
            state.notModified += 1
            return .success(Response(status: 304))
          }
          return .success(Response(status: 200, headers: [Header("ETag", tag)], body: body))
        case .isDown: return .failure(Diagnostic(.unreachable, "down"))
        case .isBroken: return .success(Response(status: 500, body: body))
        case .isMissing: return .success(Response(status: 404, body: body))
        case .sendsNonsense: return .success(Response(status: 200, body: "<html>"))
        case .isSlow: return .failure(Diagnostic(.timeout, "late"))
        }
      })
  }

  func cancel(_ exchange: Exchange) {}
}

private final class History {
  static let expiration: Int64 = 1000

  private var dice: Dice
  private let folder = TestFolder()
  private let server = ModelServer()
  private let clock = Mutex<Int64>(1_000_000)
  private let (reads, writes, hasBundle): (Bool, Bool, Bool)
  private let store = Mutex<Members?>(nil)
  private var model = Model()
  private var loader: Loader?
  private var steps: [String] = []
  private(set) var wrong: String?

  init(_ seed: UInt64) throws {
    dice = Dice(seed)
    (reads, writes) = (dice.below(4) > 0, dice.below(4) > 0)
    hasBundle = dice.below(4) > 0
    steps.append("reads \(reads), writes \(writes), bundle \(hasBundle)")
    try upgrade()
  }

  deinit { loader?.close() }

  static func json(_ tree: Tree) -> Text {
    let members = tree.sorted { $0.key < $1.key }.map {
      (Text($0.key), Value.text(Text($0.value)))
    }
    return JSON.text(of: .object(Members(members)))
  }

  private func randomTree() -> Tree {
    var tree: Tree = [:]
    for key in ["a", "b", "c"] where dice.below(2) == 0 { tree[key] = "\(dice.below(3))" }
    return tree
  }

  /// Another version of the program, with another bundle.
  private func upgrade() throws {
    if hasBundle {
      let bundle = randomTree()
      model.bundle = bundle
      try folder.write("{\"ns\": " + Self.json(bundle) + "}", to: "bundle/en.lproj/i18next.json")
    }
    restart()
  }

  private func restart() {
    loader?.close()
    store.withLock { $0 = nil }
    model.inPlace = nil
    let options = LoadingOptions()
    options.loadPath = PathTemplate("https://s.test/{{lng}}/{{ns}}", [PathTemplate.braces])
    options.bundles = hasBundle ? folder.path + "/bundle" : nil
    (options.readsCache, options.writesCache) = (reads, writes)
    options.cachePath = folder.path + "/cache"
    options.expirationTime = Self.expiration
    options.retries = .none
    var services = Services(now: { [clock] in clock.withLock { $0 } })
    services.transport = server
    let hooks = LoadingHooks(
      has: { [store] _ in store.withLock { $0 != nil } },
      apply: { [store] files in
        for file in files {
          store.withLock { store in
            let old = file.replaces ? Members() : store ?? Members()
            store = TreeMerge.merged(file.tree, over: old)
          }
        }
        return files.map { _ in nil }
      }, levels: { [$0] }, remark: { _ in nil },
      current: { LoadRequest(languages: ["en"], namespaces: ["ns"]) }, emit: { _, _ in },
      log: { _ in })
    loader = Loader(options, services, hooks, on: Worker())
  }

  func step() throws {
    switch dice.below(12) {
    case 0...2: try load(replaces: false)
    case 3...5: try load(replaces: true)
    case 6, 7:
      let mode = ModelServer.Mode.allCases[max(0, dice.below(9) - 3)]
      steps.append("server \(mode)")
      server.state.withLock { $0.mode = mode }
    case 8, 9:
      let tree = randomTree()
      steps.append("content \(tree)")
      server.state.withLock { state in
        state.tree = tree
        state.version += 1
      }
    case 10:
      let isLong = dice.below(2) == 0
      steps.append("later \(isLong)")
      clock.withLock { $0 += isLong ? 2 * Self.expiration : 1 }
    default:
      if dice.below(2) == 0 {
        steps.append("restart")
        restart()
      } else {
        try upgrade()
        steps.append("upgrade \(model.bundle ?? [:])")
      }
    }
  }

  private func load(replaces: Bool) throws {
    steps.append(replaces ? "replace" : "load")
    var request = LoadRequest(languages: ["en"], namespaces: ["ns"])
    request.replaces = replaces
    let report = try loader?.load(request, Load.Callbacks())
    let state = server.state.withLock { $0 }
    let served = state.mode == .serves ? state.tree : nil
    model.load(
      served, replaces: replaces, reads: reads, writes: writes, now: clock.withLock { $0 })
    let found = store.withLock { $0 }.map { members in
      Dictionary(
        uniqueKeysWithValues: zip(members.keys, members.values).map {
          ($0.string, $1.text?.string ?? "-")
        })
    }
    let isGood = report?.status == .ok || report?.status == .unchanged
    if found != model.inPlace || isGood != (served != nil) {
      wrong =
        "\(found.map { "\($0)" } ?? "-"), not \(model.inPlace.map { "\($0)" } ?? "-"), "
        + "\(report.map { "\($0.status)" } ?? "-"), after " + steps.joined(separator: "; ")
    }
  }
}
