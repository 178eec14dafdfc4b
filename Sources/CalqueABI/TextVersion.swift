public import CCalque
import CalqueBase
import CalqueTexts

// include/calque/text_versions.h: reading, comparing and writing versions

extension Version {
  /// - Throws: `invalidArgument` for a width that no version has.
  init(_ version: UnsafePointer<calque_text_version>?) throws(Diagnostic) {
    guard let given = version?.pointee else {
      self = .zero
      return
    }
    self.init(given.major, given.minor, given.patch)
    guard let major = UInt8(exactly: given.major_width),
      let minor = UInt8(exactly: given.minor_width), let patch = UInt8(exactly: given.patch_width)
    else { throw Diagnostic(.invalidArgument, "a width of the version is over 255") }
    (majorWidth, minorWidth, patchWidth) = (major, minor, patch)
  }

  var c: calque_text_version {
    calque_text_version(
      major: major, minor: minor, patch: patch, major_width: UInt32(majorWidth),
      minor_width: UInt32(minorWidth), patch_width: UInt32(patchWidth), reserved: 0)
  }
}

@c @implementation
public func calque_text_version_parse(
  _ text: UnsafePointer<CChar>?, _ length: Int,
  _ version: UnsafeMutablePointer<calque_text_version>?
) -> calque_status {
  version?.pointee = calque_text_version()
  return Outcome.of(nil) { () throws(Diagnostic) in
    let version = try Input.given(version, "version")
    guard let parsed = Version(try Input.text(text, length, "text")) else {
      throw Diagnostic(.invalidArgument, "the text is not a version")
    }
    version.pointee = parsed.c
    return CALQUE_OK
  }
}

extension CFunction {
  static func calque_text_version_format(_ version: Version) -> Text { version.text }
}
