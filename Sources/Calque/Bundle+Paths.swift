import Foundation

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
