import CCalque
import CalqueBase
import CalqueProposals

/// A component that is a table of C functions.
enum HostComponent {
  /// The group of the component; empty for none.
  ///
  /// - Throws: as `Structure.read`; `invalidUTF8`.
  static func group(_ given: UnsafePointer<calque_component>) throws(Diagnostic) -> Text {
    let group = try Structure.read(given, calque_component(), "component").group
    return try Input.optionalText(group.data, group.length) ?? ""
  }

  /// The functions as closures, which own the user data.
  ///
  /// - Throws: as `Structure.read`; `invalidArgument` without `set_value`.
  static func handlers(
    _ given: UnsafePointer<calque_component>
  ) throws(Diagnostic) -> ComponentHandlers {
    let table = try Structure.read(given, calque_component(), "component")
    guard let setValue = table.set_value else {
      throw Diagnostic(.invalidArgument, "component->set_value is NULL")
    }
    let context = HostContext(table.user_data, table.user_data_free)
    context.own()
    var handlers = ComponentHandlers(setValue: { found in
      Borrowed(found.value, found.locale).call {
        setValue(context.userData, $0[0], $0[1], found.source.rawValue)
      }
    })
    if let begin = table.begin_editing {
      handlers.beginEditing = {
        let original = Borrowed().text { _, sink in
          begin(context.userData, sink)
          return true
        }
        return original ?? ""
      }
    }
    if let end = table.end_editing {
      handlers.endEditing = { original in
        Borrowed(original).call { end(context.userData, $0[0]) }
      }
    }
    return handlers
  }
}
