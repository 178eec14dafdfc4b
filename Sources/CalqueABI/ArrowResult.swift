import CCalque
import CalqueBase

/// Rendered texts as arrays that the caller of C releases.
enum ArrowResult {
  /// Hands texts out as an array, or as a struct of texts and statuses.
  static func give(
    _ texts: RenderedTexts, _ renderer: Renderer, to out: UnsafeMutablePointer<ArrowArray>
  ) {
    let lease = Lease(texts, renderer)
    guard texts.hasStatuses else { return out.initialize(to: textArray(lease)) }
    let statuses = array(Holder(lease, [nil, UnsafeRawPointer(texts.statuses.start)]), texts.rows)
    let holder = Holder(lease, [nil], children: pair(textArray(lease), statuses))
    out.initialize(to: array(holder, texts.rows))
  }

  private static func textArray(_ lease: Lease) -> ArrowArray {
    let texts = lease.texts
    var buffers: [UnsafeRawPointer?] = [
      texts.nulls == 0 ? nil : UnsafeRawPointer(texts.validity.start),
      UnsafeRawPointer(texts.places.start),
    ]
    var sizes: [Int64] = []
    for full in texts.blocks {
      buffers.append(UnsafeRawPointer(full.memory.start))
      sizes.append(Int64(full.used))
    }
    buffers.append(UnsafeRawPointer(texts.block.start))
    sizes.append(Int64(texts.used))
    return array(
      Holder(lease, buffers, sizes: texts.type == .views ? sizes : []), texts.rows,
      nulls: texts.nulls)
  }

  private static func array(_ holder: Holder, _ rows: Int, nulls: Int = 0) -> ArrowArray {
    ArrowArray(
      length: Int64(rows), null_count: Int64(nulls), offset: 0,
      n_buffers: Int64(holder.bufferCount), n_children: holder.children == nil ? 0 : 2,
      buffers: holder.buffers, children: holder.children, dictionary: nil,
      release: { array in
        guard let array, let data = array.pointee.private_data else { return }
        // Children that were moved out are released by whoever has them.
        for position in 0..<Int(array.pointee.n_children) {
          guard let child = array.pointee.children?[position] else { continue }
          child.pointee.release?(child)
        }
        array.pointee.release = nil
        Unmanaged<Holder>.fromOpaque(data).release()
      }, private_data: Unmanaged.passRetained(holder).toOpaque())
  }

  /// The texts of a result, given back to the renderer with its last array.
  private final class Lease {
    let texts: RenderedTexts
    private let renderer: Renderer

    init(_ texts: RenderedTexts, _ renderer: Renderer) {
      (self.texts, self.renderer) = (texts, renderer)
    }

    deinit { renderer.takeBack(texts) }
  }

  /// Owns the buffers and children of an array.
  private final class Holder {
    let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
    let bufferCount: Int
    let children: Pair<ArrowArray>?
    private let sizes: UnsafeMutablePointer<Int64>
    private let lease: Lease

    /// - Parameter sizes: those of the buffers of views, which are a buffer too; empty for none.
    init(
      _ lease: Lease, _ buffers: [UnsafeRawPointer?], sizes: [Int64] = [],
      children: Pair<ArrowArray>? = nil
    ) {
      self.lease = lease
      self.sizes = .allocate(capacity: max(sizes.count, 1))
      for (position, size) in sizes.enumerated() { self.sizes[position] = size }
      let buffers = buffers + (sizes.isEmpty ? [] : [UnsafeRawPointer(self.sizes)])
      bufferCount = buffers.count
      self.buffers = .allocate(capacity: buffers.count)
      for (position, buffer) in buffers.enumerated() { self.buffers[position] = buffer }
      self.children = children
    }

    deinit {
      children?[0]?.deallocate()
      children?.deallocate()
      buffers.deallocate()
      sizes.deallocate()
    }
  }

  // MARK: Types

  /// Hands out the type of results.
  static func give(
    _ type: TextType, hasStatuses: Bool, to out: UnsafeMutablePointer<ArrowSchema>
  ) {
    guard hasStatuses else {
      return out.initialize(to: schema(type.format, "text", isNullable: true))
    }
    out.initialize(to: schema("+s", "", isNullable: false))
    out.pointee.n_children = 2
    out.pointee.children = pair(
      schema(type.format, "text", isNullable: true), schema("i", "status", isNullable: false))
  }

  private typealias Pair<Child> = UnsafeMutablePointer<UnsafeMutablePointer<Child>?>

  /// Memory with the addresses of two children, which are one behind the other.
  private static func pair<Child>(_ first: Child, _ second: Child) -> Pair<Child> {
    let children = UnsafeMutablePointer<Child>.allocate(capacity: 2)
    children.initialize(to: first)
    (children + 1).initialize(to: second)
    let pair = Pair<Child>.allocate(capacity: 2)
    (pair[0], pair[1]) = (children, children + 1)
    return pair
  }

  private static func schema(
    _ format: StaticString, _ name: StaticString, isNullable: Bool
  ) -> ArrowSchema {
    ArrowSchema(
      format: format.cString, name: name.cString, metadata: nil, flags: isNullable ? 2 : 0,
      n_children: 0, children: nil, dictionary: nil,
      release: { schema in
        guard let schema else { return }
        for position in 0..<Int(schema.pointee.n_children) {
          guard let child = schema.pointee.children?[position] else { continue }
          child.pointee.release?(child)
        }
        schema.pointee.children?[0]?.deallocate()
        schema.pointee.children?.deallocate()
        schema.pointee.release = nil
      }, private_data: nil)
  }
}
