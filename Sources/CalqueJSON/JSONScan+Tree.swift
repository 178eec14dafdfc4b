package import CalqueBase

/// Short texts as trees of values.
extension JSONScan {
  /// Bytes of texts that are read so: arrays and objects are passed over before they are read.
  static var mostRead: Int { 1024 }

  /// The one value of a text; nil when it is left to jansson.
  static func tree(_ bytes: Bytes) -> Value? {
    guard UTF8Check.firstInvalid(bytes) == nil else { return nil }
    return Arena.onStack { arena in
      var scan = JSONScan(bytes, in: arena)
      guard let item = scan.value(), scan.isAtEnd() else { return nil }
      return value(item, arena)
    }
  }

  private static func value(_ item: Item, _ arena: UnsafeMutablePointer<Arena>) -> Value? {
    switch item {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .int(let int): return .int(int)
    case .double(let double): return .double(double)
    case .text(let text): return .text(Text(text))
    case .tree(let bytes):
      var (scan, members, elements) = (JSONScan(bytes, in: arena), Members(), [Value]())
      if bytes.first == 0x7B {
        let isRead = scan.members { name, item in
          value(item, arena).map { members[Text(name)] = $0 } != nil
        }
        return isRead ? .object(members) : nil
      }
      return scan.elements { value($0, arena).map { elements.append($0) } != nil }
        ? .array(elements) : nil
    }
  }
}
