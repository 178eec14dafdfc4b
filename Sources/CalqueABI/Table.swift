import CCalque
import CPlatform
import CalqueBase
import CalqueTemplate
import CalqueTranslator

/// A table of Arrow, checked: its keys, and the arguments of its rows.
final class Table {
  /// A column whose values are arguments.
  struct Parameter {
    /// First, so that both have the same address.
    let column: ArrowColumn
    let name: Name
    let option: OptionName?
    let role: Role
  }

  /// How the values of a column are put out.
  enum Role {
    case integer, text, other

    init(_ column: ArrowColumn) {
      let isInteger = column.layout.isInteger && column.dictionary == nil
      self = isInteger ? .integer : column.isText ? .text : .other
    }
  }

  let rows: Int
  let keys: UnsafePointer<ArrowColumn>
  let parameters: UnsafeMutablePointer<Parameter>
  private(set) var count = 0
  /// The parameter of texts that chooses a language; -1 without one.
  private(set) var language = -1
  /// Whether languages are chosen by values that are no texts.
  private(set) var hasOtherLanguages = false
  /// Which rows are there; nil when all are.
  private var validity: ArrowColumn?

  private init(_ rows: Int, keys: ArrowColumn, columns: Int) {
    self.rows = rows
    let place = UnsafeMutablePointer<ArrowColumn>.allocate(capacity: 1)
    place.initialize(to: keys)
    self.keys = UnsafePointer(place)
    parameters = .allocate(capacity: max(columns, 1))
  }

  deinit {
    keys.pointee.free()
    keys.deallocate()
    for position in 0..<count { parameters[position].column.free() }
    parameters.deallocate()
  }

  /// - Throws: `invalidArgument`, `invalidUTF8`, `unsupported`; the path is the column.
  static func of(
    _ array: ArrowArray, _ schema: ArrowSchema, _ renderer: Renderer
  ) throws(Diagnostic) -> Table {
    let options = renderer.options
    guard array.length >= 0, array.offset >= 0, array.length <= Int64(Int32.max),
      array.offset <= Int64(Int.max >> 8)
    else { throw Diagnostic(.limitExceeded, "the table has too many rows") }
    let rows = Int(array.length)
    guard let format = schema.format, Text(Bytes(c: format)) == "+s" else {
      return Table(rows, keys: try keys(array, schema, 0, rows), columns: 0)
    }
    let children = try children(array, schema)
    let start = Int(array.offset)
    guard let place = children.firstIndex(where: { $0.name == options.key }) else {
      throw Diagnostic(.invalidArgument, Text("there is no column of keys"), path: options.key)
    }
    let found = try options.key.asPath { () throws(Diagnostic) in
      try keys(children[place].array, children[place].schema, start, rows)
    }
    let table = Table(rows, keys: found, columns: children.count)
    table.validity = ArrowColumn(validityOf: array, rows: rows)
    for (position, child) in children.enumerated() where position != place {
      try child.name.asPath { () throws(Diagnostic) in try table.add(child, start, renderer) }
    }
    return table
  }

  private static func keys(
    _ array: ArrowArray, _ schema: ArrowSchema, _ start: Int, _ rows: Int
  ) throws(Diagnostic) -> ArrowColumn {
    let keys = try ArrowColumn(array, schema, start: start, rows: rows)
    guard keys.isText || keys.layout.kind == .null else {
      keys.free()
      throw Diagnostic(.unsupported, "the keys are not texts")
    }
    return keys
  }

  private func add(
    _ child: Child, _ start: Int, _ renderer: Renderer
  ) throws(Diagnostic) {
    guard !child.name.isEmpty else { throw Diagnostic(.invalidArgument, "a column has no name") }
    let isLanguage = child.name == renderer.options.lng
    let name = isLanguage ? renderer.languageName : Name(Bytes(c: child.schema.name))
    let option = OptionName.of(name)
    let column = try ArrowColumn(
      child.array, child.schema, start: start, rows: rows, isArgument: !isLanguage)
    let role = Role(column)
    (parameters + count).initialize(
      to: Parameter(column: column, name: name, option: option, role: role))
    // Of several the last counts.
    if option == .lng {
      language = column.isText ? count : -1
      hasOtherLanguages = !column.isText
    }
    count &+= 1
  }

  /// Whether a row is there.
  @inline(__always)
  func has(_ row: Int) -> Bool { validity?.isNull(row) != true }

  /// A column whose values are arguments.
  @inline(__always)
  func column(_ position: Int) -> UnsafePointer<ArrowColumn> {
    UnsafeRawPointer(parameters + position).assumingMemoryBound(to: ArrowColumn.self)
  }

  // MARK: Children

  private struct Child {
    let array: ArrowArray
    let schema: ArrowSchema
    let name: Text
  }

  private static func children(
    _ array: ArrowArray, _ schema: ArrowSchema
  ) throws(Diagnostic) -> [Child] {
    guard array.release != nil, schema.release != nil, schema.n_children == array.n_children,
      schema.n_children >= 0, schema.n_children <= 1 << 16,
      schema.n_children == 0 || schema.children != nil && array.children != nil
    else { throw ArrowColumn.damaged("the columns are not those of the schema") }
    var children: [Child] = []
    for position in 0..<Int(schema.n_children) {
      guard let schema = schema.children?[position]?.pointee,
        let array = array.children?[position]?.pointee
      else { throw ArrowColumn.damaged("a column is NULL") }
      let bytes = schema.name.map { Bytes(c: $0) } ?? .none
      guard UTF8Check.firstInvalid(bytes) == nil else {
        throw Diagnostic(.invalidUTF8, "the name of a column is not UTF-8")
      }
      children.append(Child(array: array, schema: schema, name: Text(bytes)))
    }
    return children
  }
}

extension Bytes {
  /// The bytes of a text that ends in NUL.
  init(c text: UnsafePointer<CChar>) {
    self.init(
      start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: strlen(text))
  }
}

extension Text {
  /// Runs `body`, whose failures are about the column of this name.
  fileprivate func asPath<Result>(
    _ body: () throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    do throws(Diagnostic) {
      return try body()
    } catch {
      throw Diagnostic(error.code, error.message, path: self)
    }
  }
}
