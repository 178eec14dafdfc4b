import CalqueBase
import CalqueCatalog
import CalqueStorage
import CalqueTranslator
import Foundation

/// Compiled catalogs: a file that is mapped into memory and used in place.
public final class CompiledCatalog: Sendable {
  let archive: CatalogArchive

  /// Maps a file.
  ///
  /// - Parameters:
  ///   - isDeferred: check each catalog when it is first needed, instead of now.
  ///   - isTrusted: use catalogs without checks. This version of the library must have written
  ///     the file, and no other program may be able to change it: a look-up in any other file may end the
  ///     process.
  /// - Throws: `CalqueError`: `io`, `corrupt`, `unsupported` for another version.
  public init(
    path: String, isDeferred: Bool = false, isTrusted: Bool = false
  ) throws(CalqueError) {
    archive = try CalqueError.rethrowing(
      Text(path).asSource { () throws(Diagnostic) in
        try CatalogCompiler.open(
          MappedFile.open(Text(path)), isDeferred: isDeferred, isTrusted: isTrusted)
      })
  }

  /// Copies the bytes of a file.
  public init(bytes: [UInt8], isDeferred: Bool = false) throws(CalqueError) {
    let memory = bytes.withUnsafeBytes { MemoryRegion(copying: $0) }
    archive = try CalqueError.rethrowing(CatalogCompiler.open(memory, isDeferred: isDeferred))
  }

  /// Compiles resources, a tree of languages and namespaces.
  ///
  /// - Parameters:
  ///   - options: the options of the translators that will use the catalogs.
  ///   - localeData: its data for the languages of the catalogs is added to the file, and
  ///     translators that the file is added to format with it.
  /// - Returns: the bytes of a file.
  public static func compile(
    _ resources: JSONObject, format: Translator.Format = .v4, options: JSONObject = [:],
    localeData: LocaleData? = nil
  ) throws(CalqueError) -> [UInt8] {
    try CalqueError.mapping { () throws(Diagnostic) in
      let bytes = try CatalogCompiler.compile(
        resources.members, format: format, given: options.members
      ).bytes
      guard let localeData else { return bytes }
      let memory = bytes.withUnsafeBytes { MemoryRegion(copying: $0) }
      let archive = try CatalogCompiler.open(memory, isDeferred: false)
      return try CatalogCompiler.add(localeData.engine, to: archive).bytes
    }
  }

  /// As `compile`, into a file, which is replaced in one step.
  public static func compile(
    _ resources: JSONObject, to path: String, format: Translator.Format = .v4,
    options: JSONObject = [:], localeData: LocaleData? = nil
  ) throws(CalqueError) {
    let bytes = try compile(
      resources, format: format, options: options, localeData: localeData)
    try CalqueError.rethrowing(AtomicFile.writeShared(Text(bytes), to: Text(path)))
  }

  /// Checks every byte that a look-up may use.
  public func verify() throws(CalqueError) {
    try CalqueError.rethrowing(archive.verify())
  }

  /// Format, options and bundles.
  public func describe() throws(CalqueError) -> JSONValue {
    JSONValue(try CalqueError.rethrowing(archive.description()))
  }
}

extension Optional where Wrapped == Foundation.Bundle {
  /// The location of a file: an absolute path itself, a relative one in the bundle. Without a
  /// bundle, in the main bundle if it has the file, and otherwise under the working directory.
  func path(of file: String) -> String {
    if file.hasPrefix("/") { return file }
    if let self { return self.folder + "/" + file }
    let inMain = Foundation.Bundle.main.folder + "/" + file
    return FileManager.default.fileExists(atPath: inMain) ? inMain : file
  }
}

extension Foundation.Bundle {
  /// The directory of its resources.
  var folder: String { resourcePath ?? bundlePath }
}
