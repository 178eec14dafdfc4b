import Foundation

extension Optional where Wrapped == Foundation.Bundle {
  /// Where a file is: an absolute path as it is, a relative one in the bundle. Without a bundle, in
  /// the main one if it has the file, and else under the working directory.
  func path(of file: String) -> String {
    if file.hasPrefix("/") { return file }
    if let self { return self.folder + "/" + file }
    let inMain = Foundation.Bundle.main.folder + "/" + file
    return FileManager.default.fileExists(atPath: inMain) ? inMain : file
  }
}

extension Foundation.Bundle {
  /// Where its resources are.
  var folder: String { resourcePath ?? bundlePath }
}
