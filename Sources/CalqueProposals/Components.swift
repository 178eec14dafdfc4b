import CalqueBase

/// The components that a host has registered, by number and by identifier.
final class Components: Sendable {
  private struct State: Sendable {
    /// By number, which grows.
    var list: [Component] = []
    var byIdentifier = TextTable<[Component]>()
    /// Identifiers without components; removed when they are the majority.
    var unused = 0
    var lastNumber: UInt64 = 0
    var isEditing = false
    /// The group that edit mode is of; nil for all.
    var editedGroup: Text?

    func place(of number: UInt64) -> Int? {
      let place = Ordering.first(list.count) { list[$0].number < number }
      return place < list.count && list[place].number == number ? place : nil
    }
  }

  private let state = Mutex(State())

  var isEditing: Bool { state.withLock { $0.isEditing } }

  func add(
    _ identifier: ItemIdentifier, _ group: Text, _ handlers: ComponentHandlers
  ) -> Component {
    state.withLock { state in
      state.lastNumber &+= 1
      let component = Component(state.lastNumber, identifier, group, handlers)
      state.list.append(component)
      let others = state.byIdentifier[identifier.joined]
      if others?.isEmpty ?? false { state.unused -= 1 }
      state.byIdentifier[identifier.joined] = (others ?? []) + [component]
      if state.isEditing, component.isOf(state.editedGroup) { _ = component.wantEditing(true) }
      return component
    }
  }

  func component(_ number: UInt64) -> Component? {
    state.withLock { state in state.place(of: number).map { state.list[$0] } }
  }

  /// Removes a component after its calls on other threads have ended; false when there is none.
  func remove(_ number: UInt64) -> Bool {
    let removed = state.withLock { state -> Component? in
      guard let place = state.place(of: number) else { return nil }
      let component = state.list.remove(at: place)
      Self.forget(component, &state)
      return component
    }
    removed?.close()
    return removed != nil
  }

  private static func forget(_ component: Component, _ state: inout State) {
    let name = component.identifier.joined
    let others = (state.byIdentifier[name] ?? []).filter { $0 !== component }
    state.byIdentifier[name] = others
    guard others.isEmpty else { return }
    state.unused += 1
    guard state.unused > 64, state.unused * 2 > state.byIdentifier.count else { return }
    (state.byIdentifier, state.unused) = (TextTable(), 0)
    for other in state.list {
      state.byIdentifier[other.identifier.joined, default: []].append(other)
    }
  }

  func removeAll() {
    let removed = state.withLock { state in
      (state.byIdentifier, state.unused) = (TextTable(), 0)
      return exchange(&state.list, with: [])
    }
    for component in removed { component.close() }
  }

  /// The components of this moment; nil for those of all identifiers.
  func list(_ identifier: ItemIdentifier? = nil) -> [Component] {
    state.withLock { state in
      identifier.map { state.byIdentifier[$0.joined] ?? [] } ?? state.list
    }
  }

  /// Turns edit mode on or off.
  ///
  /// - Parameter group: whose components it is of; nil for all.
  /// - Returns: the components that have to be run; nil when it was so already.
  func setEditing(_ isEditing: Bool, group: Text?) -> [Component]? {
    state.withLock { state in
      guard state.isEditing != isEditing || (isEditing && state.editedGroup != group) else {
        return nil
      }
      (state.isEditing, state.editedGroup) = (isEditing, group)
      return state.list.filter { $0.wantEditing(isEditing && $0.isOf(group)) }
    }
  }
}
