import CalqueBase

/// The arguments of one sprintf call, and the number of those already taken in order.
struct SprintfArguments {
  private let values: [Value]
  private var taken = 0

  init(_ arguments: Value) {
    values = arguments.array ?? (arguments.isNull ? [] : [arguments])
  }

  mutating func take() -> Value? {
    guard taken < values.count else { return nil }
    taken += 1
    return values[taken - 1]
  }

  mutating func take(_ source: SprintfPlaceholder.Source) -> Value? {
    switch source {
    case .next: take()
    case .position(let position):
      position >= 1 && position <= values.count ? values[position - 1] : nil
    case .path(let path): member(path)
    }
  }

  /// Names are looked up in the first argument, as in sprintf-js.
  private func member(_ path: [Text]) -> Value? {
    var value = taken < values.count ? values[taken] : nil
    for name in path { value = value?.child(name) }
    return value
  }
}
