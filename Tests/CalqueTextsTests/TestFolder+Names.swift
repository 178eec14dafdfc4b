import CalqueBase
import CalqueStorage
import TestSupport

extension TestFolder {
  /// The names in a directory in it, sorted.
  func names(_ folder: String = "") throws -> [String] {
    try CacheDirectory(path + "/" + Text(folder)).names().map { $0.string }
  }
}
