public import CCalque
import CalqueBase
import CalqueTemplate
import CalqueTranslator

// include/calque/renderer.h

/// The object behind `calque_renderer`.
final class Renderer: Sendable {
  let view: View
  let options: RendererOptions
  /// Memory of results that were released.
  private let spare = Mutex<[RenderedTexts]>([])
  private let spareForms = Mutex<[TableForms]>([])

  /// The most objects that are kept, and the most bytes of their texts.
  private static let mostSpare = 2
  private static let mostBytes = 16 << 20

  init(_ view: View, _ options: RendererOptions) {
    (self.view, self.options) = (view, options)
  }

  /// The option that a language is for calls.
  var languageName: Name {
    let name: StaticString = view.format == .ios ? "lang" : "lng"
    return Name(name.utf8Start, name.utf8CodeUnitCount)
  }

  func forms(for table: Table) -> TableForms {
    let known = spareForms.withLock { spare in
      spare.lastIndex { $0.fits(table) }.map { spare.remove(at: $0) }
    }
    return known ?? TableForms(view.reader, table)
  }

  func takeBack(_ forms: TableForms) {
    spareForms.withLock { spare in
      if spare.count == Self.mostSpare { spare.removeFirst() }
      spare.append(forms)
    }
  }

  func texts() -> RenderedTexts {
    spare.withLock { $0.popLast() }
      ?? RenderedTexts(options.type, hasStatuses: options.hasStatuses)
  }

  func takeBack(_ texts: RenderedTexts) {
    guard texts.size <= Self.mostBytes else { return }
    spare.withLock { if $0.count < Self.mostSpare { $0.append(texts) } }
  }
}

@c @implementation
public func calque_renderer_render(
  _ renderer: OpaquePointer?, _ schema: UnsafePointer<ArrowSchema>?,
  _ rows: UnsafePointer<ArrowArray>?, _ out_schema: UnsafeMutablePointer<ArrowSchema>?,
  _ out: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let renderer = try Input.object(renderer, Renderer.self, "renderer")
    let schema = try Input.given(schema, "schema").pointee
    let array = try Input.given(rows, "rows").pointee
    let out = try Input.given(out, "out")
    let table = try Table.of(array, schema, renderer)
    let run = TableRun(table, renderer)
    let texts = renderer.texts()
    texts.clear(rows: table.rows)
    try run.render(into: texts, rows: table.rows, bytes: Int.max)
    ArrowResult.give(texts, renderer, to: out)
    if let out_schema {
      ArrowResult.give(
        renderer.options.type, hasStatuses: renderer.options.hasStatuses, to: out_schema)
    }
    return run.status
  }
}
