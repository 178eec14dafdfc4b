import CalqueBase
import CalqueTexts

/// Version files of any bytes: what is read is written so that it is read again, and versions keep
/// their order and the way they are shown.
enum FuzzVersions {
  static func run(_ input: FuzzInput) {
    let limit = 1 << 20
    guard let table = try? VersionTable(versionFile: Text(input.bytes), maximumBytes: limit) else {
      return
    }
    let again = try? VersionTable(versionFile: table.versionFile, maximumBytes: limit)
    precondition(again == table)
    for (place, version) in table.values.enumerated() {
      let shown = version.text
      precondition(Version(shown) == version)
      precondition(Version(shown)?.text == shown)
      precondition(again?.values[place].text == shown)
      let other = table.values[table.count - 1 - place]
      precondition((version < other) == (other > version))
      precondition(!(version < other) || version != other)
    }
  }
}
