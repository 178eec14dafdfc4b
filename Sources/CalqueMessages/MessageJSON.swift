package import CalqueBase
import CalqueJSON

/// Writes the reports of this module as JSON.
package enum MessageJSON {
  package static func text(of value: Value) -> Text { JSON.text(of: value) }

  package static func text(of tokens: [MessageToken]) -> Text {
    JSON.text(of: .array(tokens.map { $0.value }))
  }
}
