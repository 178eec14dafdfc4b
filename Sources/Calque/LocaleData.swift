import CalqueBase
import CalqueFormat
import CalqueStorage

/// A file of locale data: the data of CLDR that the library does not contain. Immutable and safe
/// from any thread.
public final class LocaleData: Sendable {
  let engine: CalqueFormat.LocaleData

  /// Maps a file.
  ///
  /// - Throws: `CalqueError`: `io`, `corrupt` for a damaged file, `unsupported` for another
  ///   version of CLDR.
  public init(path: String) throws(CalqueError) {
    engine = try CalqueError.rethrowing(
      Text(path).asSource { () throws(Diagnostic) in
        try CalqueFormat.LocaleData.open(MappedFile.open(Text(path)))
      })
  }

  /// Copies the bytes of a file.
  ///
  /// - Throws: `CalqueError`: `corrupt`, `unsupported`.
  public init(bytes: [UInt8]) throws(CalqueError) {
    let memory = bytes.withUnsafeBytes { MemoryRegion(copying: $0) }
    engine = try CalqueError.rethrowing(CalqueFormat.LocaleData.open(memory))
  }
}
