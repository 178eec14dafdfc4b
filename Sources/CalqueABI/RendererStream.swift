public import CCalque
import CPlatform
import CalqueBase

// include/calque/renderer.h: streams.

/// A stream of results: tables are asked for one at a time, and rendered in pieces.
private final class RendererStream {
  private let renderer: Renderer
  private var rows: ArrowArrayStream
  private var schema = ArrowSchema()
  private var array = ArrowArray()
  private var run: TableRun?
  private var failure: CText?

  private static let mostRows = 1 << 16

  /// Takes over a stream.
  init(_ renderer: Renderer, _ rows: UnsafeMutablePointer<ArrowArrayStream>) {
    self.renderer = renderer
    self.rows = rows.pointee
    rows.pointee.release = nil
  }

  deinit {
    run = nil
    array.release?(&array)
    schema.release?(&schema)
    rows.release?(&rows)
  }

  var lastError: UnsafePointer<CChar>? { failure?.start }

  func giveSchema(_ out: UnsafeMutablePointer<ArrowSchema>) -> Int32 {
    ArrowResult.give(
      renderer.options.type, hasStatuses: renderer.options.hasStatuses, to: out)
    return 0
  }

  /// - Returns: 0, or a number of errno.
  func giveNext(_ out: UnsafeMutablePointer<ArrowArray>) -> Int32 {
    out.initialize(to: ArrowArray())
    failure = nil
    do throws(Diagnostic) {
      while run == nil || run?.rowsLeft == 0 {
        let code = try nextTable()
        guard code == 0 else { return code }
        guard run != nil else { return 0 }
      }
      guard let run else { return 0 }
      let texts = renderer.texts()
      texts.clear(rows: min(run.rowsLeft, Self.mostRows))
      try run.render(into: texts, rows: Self.mostRows, bytes: RenderedTexts.blockBytes)
      ArrowResult.give(texts, renderer, to: out)
      return 0
    } catch {
      failure = CText(error.path.isEmpty ? error.message : "\(error.path): \(error.message)")
      return EINVAL
    }
  }

  /// Releases the table and asks for the next; there is no `run` at the end.
  private func nextTable() throws(Diagnostic) -> Int32 {
    run = nil
    array.release?(&array)
    array = ArrowArray()
    if schema.release == nil {
      let code = rows.get_schema?(&rows, &schema) ?? EINVAL
      guard code == 0 else { return failed(code) }
    }
    let code = rows.get_next?(&rows, &array) ?? EINVAL
    guard code == 0 else { return failed(code) }
    guard array.release != nil else { return 0 }
    let table = try Table.of(array, schema, renderer)
    run = TableRun(table, renderer)
    return 0
  }

  /// Passes on what the stream says of an error.
  private func failed(_ code: Int32) -> Int32 {
    let text = rows.get_last_error?(&rows).map { Text(Bytes(c: $0)) }
    failure = CText(text ?? "the stream of tables failed")
    return code
  }
}

@c @implementation
public func calque_renderer_stream(
  _ renderer: OpaquePointer?, _ rows: UnsafeMutablePointer<ArrowArrayStream>?,
  _ out: UnsafeMutablePointer<ArrowArrayStream>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  Outcome.of(error) { () throws(Diagnostic) in
    let renderer = try Input.object(renderer, Renderer.self, "renderer")
    let rows = try Input.given(rows, "rows")
    let out = try Input.given(out, "out")
    guard rows.pointee.release != nil else { throw ArrowColumn.damaged("the stream was released") }
    let stream = RendererStream(renderer, rows)
    out.initialize(
      to: ArrowArrayStream(
        get_schema: { stream, out in
          guard let stream = RendererStream.of(stream), let out else { return EINVAL }
          return stream.giveSchema(out)
        },
        get_next: { stream, out in
          guard let stream = RendererStream.of(stream), let out else { return EINVAL }
          return stream.giveNext(out)
        },
        get_last_error: { RendererStream.of($0)?.lastError },
        release: { stream in
          guard let stream, let data = stream.pointee.private_data else { return }
          stream.pointee.release = nil
          Unmanaged<RendererStream>.fromOpaque(data).release()
        }, private_data: Unmanaged.passRetained(stream).toOpaque()))
    return CALQUE_OK
  }
}

extension RendererStream {
  fileprivate static func of(
    _ stream: UnsafeMutablePointer<ArrowArrayStream>?
  ) -> RendererStream? {
    stream?.pointee.private_data.map {
      Unmanaged<RendererStream>.fromOpaque($0).takeUnretainedValue()
    }
  }
}
