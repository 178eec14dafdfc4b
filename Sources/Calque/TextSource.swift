import CalqueBase
import CalqueTexts

/// A file in the resource bundle of the program.
public struct BundleFile: Sendable, Hashable, Codable {
  public let fileName: String
  public let fileExtension: String

  public init(fileName: String, fileExtension: String) {
    self.fileName = fileName
    self.fileExtension = fileExtension
  }

  var path: Text {
    Text(fileExtension.isEmpty ? fileName : "\(fileName).\(fileExtension)")
  }
}

/// A file on the network.
public struct RemoteFile: Sendable, Hashable, Codable {
  /// A URL; characters that are not allowed in one are percent-encoded.
  public let urlString: String

  public init(urlString: String) { self.urlString = urlString }
}

/// A text to register, and its sources.
public struct TextSource: Sendable, Hashable, Codable {
  /// The name in the version files.
  public let identifier: String
  public let bundleFile: BundleFile?
  public let remoteFile: RemoteFile?
  /// The only SHA-256 that the text may have, as 64 hexadecimal digits; nil for any.
  public let sha256: String?

  public init(
    identifier: String, bundleFile: BundleFile? = nil, remoteFile: RemoteFile? = nil,
    sha256: String? = nil
  ) {
    self.identifier = identifier
    self.bundleFile = bundleFile
    self.remoteFile = remoteFile
    self.sha256 = sha256
  }
}

/// The source of the versions of texts.
public struct VersionSource: Sendable, Hashable, Codable {
  public let bundleFile: BundleFile?
  public let remoteFile: RemoteFile?

  public init(bundleFile: BundleFile? = nil, remoteFile: RemoteFile? = nil) {
    self.bundleFile = bundleFile
    self.remoteFile = remoteFile
  }

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
