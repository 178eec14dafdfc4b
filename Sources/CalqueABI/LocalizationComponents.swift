import CCalque
import CalqueBase
import CalqueJSON
import CalqueProposals

// include/calque/component.h: events and components

extension CFunction {
  static func calque_localization_register(
    _ localization: Localization, _ identifier: ItemIdentifier,
    _ component: UnsafePointer<calque_component>, _ number: UnsafeMutablePointer<UInt64>?
  ) throws(Diagnostic) {
    let group = try HostComponent.group(component)
    let handlers = try HostComponent.handlers(component)
    let made = localization.register(identifier, group: group, handlers)
    number?.pointee = made
    localization.show(component: made)
  }

  static func calque_localization_contains_component(
    _ localization: Localization, _ identifier: ItemIdentifier
  ) -> Bool {
    localization.containsComponent(identifier)
  }

  static func calque_localization_refresh(_ localization: Localization) {
    localization.refreshLocalization()
  }

  static func calque_localization_on(
    _ localization: Localization, _ handler: calque_event_handler, _ context: HostContext
  ) -> UInt64 {
    context.own()
    let tell = HostBridge.eventHandler(handler, context)
    return localization.subscribe { event in tell(event.name, event.arguments) }
  }

  static func calque_localization_off(_ localization: Localization, _ subscription: UInt64) -> Bool
  {
    localization.unsubscribe(subscription)
  }

  static func calque_localization_unregister(_ localization: Localization, _ number: UInt64) -> Bool
  {
    localization.unregister(component: number)
  }

  static func calque_localization_component_identifier(
    _ localization: Localization, _ number: UInt64
  ) -> Text? {
    localization.identifier(ofComponent: number)?.text
  }
}
