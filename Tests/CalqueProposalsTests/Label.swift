import CalqueBase

@testable import CalqueProposals

/// A component that notes what it is told.
final class Label: Sendable {
  private let state = Mutex<[Text]>([])

  var calls: [Text] { state.withLock { $0 } }

  var handlers: ComponentHandlers {
    ComponentHandlers(
      setValue: { found in self.note(found.value) },
      beginEditing: {
        self.note("begin")
        return "white"
      },
      endEditing: { original in self.note("end " + original) })
  }

  func note(_ call: Text) { state.withLock { $0.append(call) } }

  /// Registers and shows.
  @discardableResult
  func register(_ identifier: ItemIdentifier = .title, in localization: Localization) -> UInt64 {
    let number = localization.register(identifier, handlers)
    localization.show(component: number)
    return number
  }
}
