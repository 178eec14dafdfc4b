import CCalque
import CalqueBase
import CalqueJSON

/// Text that comes in as a pointer and a length: checked once, here.
enum Input {
  /// Bytes that must be there.
  static func required(
    _ start: UnsafePointer<CChar>?, _ length: Int, _ name: Literal
  ) throws(Diagnostic) -> UnsafeBufferPointer<UInt8> {
    try given(Bytes.borrowed(start, length), name)
  }

  /// A text that may be NULL, checked to be UTF-8.
  static func optionalText(
    _ start: UnsafePointer<CChar>?, _ length: Int
  ) throws(Diagnostic) -> Text? {
    guard let bytes = try Bytes.borrowed(start, length) else { return nil }
    return Text(try checked(bytes))
  }

  /// Borrowed bytes of a text that must be there, checked to be UTF-8.
  static func checked(
    _ start: UnsafePointer<CChar>?, _ length: Int, _ name: Literal
  ) throws(Diagnostic) -> Bytes {
    try checked(required(start, length, name))
  }

  private static func checked(_ bytes: Bytes) throws(Diagnostic) -> Bytes {
    if let offset = UTF8Check.firstInvalid(bytes) {
      let position = Position(of: offset, in: bytes)
      throw Diagnostic(.invalidUTF8, "text is not valid UTF-8", position: position)
    }
    return bytes
  }

  /// A text that must be there. `name` is the parameter's name in the header.
  static func text(
    _ start: UnsafePointer<CChar>?, _ length: Int, _ name: Literal
  ) throws(Diagnostic) -> Text {
    try given(optionalText(start, length), name)
  }

  /// A JSON object that may be NULL, which is the empty one.
  static func members(
    _ start: UnsafePointer<CChar>?, _ length: Int, _ name: Literal
  ) throws(Diagnostic) -> Members {
    guard let bytes = try Bytes.borrowed(start, length) else { return Members() }
    guard case .object(let members) = try JSON.parse(bytes) else {
      throw Diagnostic(.invalidType, "\(name) is not a JSON object")
    }
    return members
  }

  /// A JSON value that must be there.
  static func value(
    _ start: UnsafePointer<CChar>?, _ length: Int, _ name: Literal
  ) throws(Diagnostic) -> Value {
    try JSON.parse(required(start, length, name))
  }

  /// A path: bytes up to NUL, in whatever encoding the file system has.
  static func path(
    _ start: UnsafePointer<CChar>?, _ name: Literal
  ) throws(Diagnostic) -> Text {
    Text(try required(start, start == nil ? 0 : -1, name))
  }

  /// As `path`; nil for NULL.
  static func optionalPath(_ start: UnsafePointer<CChar>?) -> Text? {
    CallDoor.bytes(start, -1).map { Text($0) }
  }

  static func missing(_ name: Literal) -> Diagnostic {
    Diagnostic(.invalidArgument, "\(name) is NULL")
  }

  /// A pointer or a function that must not be NULL.
  static func given<Pointer>(
    _ pointer: Pointer?, _ name: Literal
  ) throws(Diagnostic) -> Pointer {
    guard let pointer else { throw missing(name) }
    return pointer
  }

  /// The object behind a handle that must not be NULL.
  static func object<Object: AnyObject>(
    _ handle: OpaquePointer?, _ type: Object.Type, _ name: Literal
  ) throws(Diagnostic) -> Object {
    try given(Handle.object(handle, as: type), name)
  }

  /// The object behind a handle that owns it.
  static func owned<Object: Closable>(
    _ handle: OpaquePointer?, _ type: Object.Type, _ name: Literal
  ) throws(Diagnostic) -> Object {
    try object(handle, Owner<Object>.self, name).object
  }

  /// A text, or a JSON array of texts.
  static func list(
    _ start: UnsafePointer<CChar>?, _ length: Int, _ name: Literal
  ) throws(Diagnostic) -> [Text] {
    try given(optionalList(start, length), name).texts
  }

  /// As `list`; nil for NULL.
  static func optionalList(
    _ start: UnsafePointer<CChar>?, _ length: Int
  ) throws(Diagnostic) -> TextList? {
    guard let text = try optionalText(start, length) else { return nil }
    guard text.bytes.first == 0x5B, case .array(let array) = try JSON.parse(text) else {
      return TextList(texts: [text], isArray: false)
    }
    return TextList(texts: array.map { $0.text ?? JSON.text(of: $0) }, isArray: true)
  }

  /// The case of a number of C.
  ///
  /// - Throws: `invalidArgument` for a number that stands for none.
  static func known<Case: RawRepresentable<Int32>>(
    _ number: Int32, _: Case.Type, _ name: Literal
  ) throws(Diagnostic) -> Case {
    guard let known = Case(rawValue: number) else {
      throw Diagnostic(.invalidArgument, "unknown \(name)")
    }
    return known
  }
}

/// Texts that came in, and whether they were given as an array.
struct TextList {
  let texts: [Text]
  let isArray: Bool
}

/// The C functions by their names: what each does once its arguments are read and checked.
///
/// `tools/generators/generate_functions.py` writes the functions that C calls. The types of parameters say how
/// arguments are read: `Text` must be there and be UTF-8, `Text?` may be NULL, `Bytes` are not checked,
/// `HostContext` is user data with the function that frees it. A result goes to the output; nil and
/// false are `CALQUE_NOT_FOUND`. A function without a status returns 0 for arguments that are wrong.
enum CFunction {}
