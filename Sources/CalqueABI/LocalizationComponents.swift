public import CCalque
import CalqueBase
import CalqueJSON
import CalqueProposals

// include/calque/component.h: events and components

@c @implementation
public func calque_localization_on(
  _ localization: OpaquePointer!, _ handler: calque_event_handler!,
  _ user_data: UnsafeMutableRawPointer!,
  _ user_data_free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!,
  _ subscription: UnsafeMutablePointer<UInt64>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.number(subscription, error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    guard let handler = handler as calque_event_handler? else { throw Input.missing("handler") }
    let tell = HostBridge.eventHandler(handler, .owned(user_data, user_data_free))
    return localization.subscribe { event in tell(event.name, event.arguments) }
  }
}

@c @implementation
public func calque_localization_off(
  _ localization: OpaquePointer!, _ subscription: UInt64
) -> calque_status {
  Outcome.of(nil) { () throws(Diagnostic) in
    try Input.localization(localization).unsubscribe(subscription)
      ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}

@c @implementation
public func calque_localization_register(
  _ localization: OpaquePointer!, _ identifier: UnsafePointer<CChar>!, _ identifier_length: Int,
  _ component: UnsafePointer<calque_component>!, _ number: UnsafeMutablePointer<UInt64>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  let number = number as UnsafeMutablePointer<UInt64>?
  number?.pointee = 0
  return Outcome.of(error) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let identifier = try Input.identifier(identifier, identifier_length)
    guard let component = component as UnsafePointer<calque_component>? else {
      throw Input.missing("component")
    }
    let group = try HostComponent.group(component)
    let handlers = try HostComponent.handlers(component)
    let made = localization.register(identifier, group: group, handlers)
    number?.pointee = made
    localization.show(component: made)
    return CALQUE_OK
  }
}

@c @implementation
public func calque_localization_unregister(
  _ localization: OpaquePointer!, _ number: UInt64
) -> calque_status {
  Outcome.of(nil) { () throws(Diagnostic) in
    try Input.localization(localization).unregister(component: number)
      ? CALQUE_OK : CALQUE_NOT_FOUND
  }
}

@c @implementation
public func calque_localization_contains_component(
  _ localization: OpaquePointer!, _ identifier: UnsafePointer<CChar>!, _ identifier_length: Int
) -> Bool {
  guard let owner = Handle.object(localization, as: LocalizationOwner.self),
    let identifier = try? Input.identifier(identifier, identifier_length)
  else { return false }
  return owner.localization.containsComponent(identifier)
}

@c @implementation
public func calque_localization_component_identifier(
  _ localization: OpaquePointer!, _ number: UInt64, _ buffer: UnsafeMutablePointer<CChar>!,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  Reply.clear(buffer, capacity, length)
  return Outcome.of(nil) { () throws(Diagnostic) in
    let localization = try Input.localization(localization)
    let identifier = localization.identifier(ofComponent: number)
    let status = try Reply.copy(identifier?.text ?? "", buffer, capacity, length)
    return identifier == nil ? CALQUE_NOT_FOUND : status
  }
}

@c @implementation
public func calque_localization_refresh(_ localization: OpaquePointer!) {
  Handle.object(localization, as: LocalizationOwner.self)?.localization.refreshLocalization()
}
