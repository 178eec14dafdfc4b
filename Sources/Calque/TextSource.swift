import CalqueBase
import CalqueTexts

extension BundleFile {
  var path: Text {
    Text(fileExtension.isEmpty ? fileName : "\(fileName).\(fileExtension)")
  }
}

extension VersionSource {
  var engine: CalqueTexts.VersionSource {
    CalqueTexts.VersionSource(
      bundleFile: bundleFile?.path, remoteFile: remoteFile.map { Text($0.urlString) })
  }
}

extension TextSource {
  /// - Throws: `invalidArgument` for an invalid digest.
  func engine() throws(Diagnostic) -> CalqueTexts.TextSource {
    let digest = sha256.map { SHA256(hexadecimal: Text($0)) }
    if case .some(.none) = digest {
      throw Diagnostic(.invalidArgument, "a SHA-256 is 64 hexadecimal digits", path: "sha256")
    }
    return CalqueTexts.TextSource(
      identifier: Text(identifier), bundleFile: bundleFile?.path,
      remoteFile: remoteFile.map { Text($0.urlString) }, sha256: digest ?? nil)
  }
}

/// A type with a text source, such as an enumeration of the texts.
public protocol TextSourceProvider {
  var textSource: TextSource { get }
}
