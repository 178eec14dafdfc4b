package import CalqueBase
import CalqueTemplate

/// A value in a catalog's block, under its key; see `CatalogLayout`.
package struct CatalogRecord {
  package let start: UnsafeRawPointer

  @inline(__always)
  package init(start: UnsafeRawPointer) { self.start = start }

  @inline(__always)
  private func number(at offset: Int) -> UInt32 {
    start.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }

  @inline(__always)
  package var keyLength: Int { Int(number(at: 0) >> UInt32(CatalogLayout.kindBits)) }

  /// For values other than text: `isTrue`, `childCount` or 0.
  @inline(__always)
  package var textLength: Int { Int(number(at: 4)) }

  /// The text; nil for any other value.
  package var textBytes: Bytes? {
    kind >= NodeKind.plain.rawValue ? Bytes(start: text, count: textLength) : nil
  }

  /// Raw value of the record's `NodeKind`.
  @inline(__always)
  package var kind: UInt32 { number(at: 0) & (1 << UInt32(CatalogLayout.kindBits) - 1) }

  @inline(__always)
  package var key: UnsafePointer<UInt8> {
    (start + CatalogLayout.recordHead).assumingMemoryBound(to: UInt8.self)
  }

  package var keyBytes: Bytes { Bytes(start: key, count: keyLength) }

  /// The text; NUL and at least 64 readable bytes follow it.
  @inline(__always)
  package var text: UnsafePointer<UInt8> { key + keyLength }

  /// The program of a record of kind `program`.
  @inline(__always)
  package var program: UnsafePointer<UInt8> { text + textLength + 1 }

  /// Whether its key equals a key followed by a suffix.
  ///
  /// - Parameter word: of the mark of the key.
  @inline(__always)
  package func hasKey(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ suffix: ShortText, _ word: UInt64
  ) -> Bool {
    guard keyLength == count &+ suffix.count, suffix.stands(at: self.key + count) else {
      return false
    }
    if count >= 8 { return Word.areManySame(self.key, key, count) }
    // A shift by 64 bits has no effect: an empty key is not found here.
    return (Word.at(self.key, 0) ^ word) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count) == 0
  }

  package var hash: UInt64 { KeyHash(key, keyLength).value }

  /// Whether a look-up by parts of a key continues below the value or ends there: true for all but
  /// scalars.
  var isHiding: Bool { isContainer || kind == NodeKind.null.rawValue }

  package var isContainer: Bool {
    kind == NodeKind.array.rawValue || kind == NodeKind.object.rawValue
  }

  /// Whether ECMAScript would take the value as true in a condition.
  package var isTruthy: Bool {
    switch NodeKind(rawValue: kind) {
    case .null, nil: false
    case .bool: isTrue
    case .int: wide != 0
    // Not for NaN either.
    case .double: Double(bitPattern: wide).magnitude > 0
    case .plain, .program, .dynamic: textLength > 0
    case .array, .object: true
    }
  }

  // MARK: Values that are not text

  var isTrue: Bool { textLength != 0 }

  /// The bits of an integer or double.
  var wide: UInt64 { UnsafeRawPointer(text).loadUnaligned(as: UInt64.self) }

  /// Of an object or array.
  var childCount: Int { textLength }

  /// Bytes of the records in an object or array.
  var childBytes: Int { Int(UnsafeRawPointer(text).loadUnaligned(as: UInt32.self)) }

  var firstChild: CatalogRecord { CatalogRecord(start: UnsafeRawPointer(text) + 4) }

  /// Whether another record of the same catalog is in this object or array.
  func holds(_ other: CatalogRecord) -> Bool {
    isContainer && other.start > start && other.start < next.start
  }

  /// Whether all elements of an array or members of an object satisfy a condition.
  package func allElements(_ condition: (CatalogRecord) -> Bool) -> Bool {
    guard isContainer else { return false }
    var element = firstChild
    for _ in 0..<childCount {
      guard condition(element) else { return false }
      element = element.next
    }
    return true
  }

  /// Calls `body` with all of them, in order.
  func each(_ body: (CatalogRecord) -> Void) {
    _ = allElements { element in
      body(element)
      return true
    }
  }

  /// The offset after the record and everything in it.
  var next: CatalogRecord {
    switch NodeKind(rawValue: kind) {
    case .int, .double: CatalogRecord(start: UnsafeRawPointer(text) + 8)
    case .array, .object: CatalogRecord(start: firstChild.start + childBytes)
    case .plain, .dynamic: CatalogRecord(start: UnsafeRawPointer(program))
    case .program:
      CatalogRecord(start: UnsafeRawPointer(program) + Pattern.size(ofProgram: program))
    case .null, .bool, nil: CatalogRecord(start: UnsafeRawPointer(text))
    }
  }
}

/// The records that do not end a look-up, so that later catalogs are searched.
package struct CatalogSkips: Equatable, Sendable {
  private let nulls: Bool
  private let emptyTexts: Bool

  package init(nulls: Bool, emptyTexts: Bool) {
    self.nulls = nulls
    self.emptyTexts = emptyTexts
  }

  @inline(__always)
  package func skips(_ record: CatalogRecord) -> Bool {
    let kind = record.kind
    if kind >= NodeKind.plain.rawValue { return emptyTexts && record.textLength == 0 }
    return kind == NodeKind.null.rawValue && nulls
  }
}
