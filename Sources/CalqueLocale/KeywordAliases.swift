import CalqueBase

/// Deprecated values of the extension `u` (the aliases of UTS 35's key and type data).
///
/// Time zones and subdivisions have aliases too; they say nothing about which texts to show and
/// are left as they are.
enum KeywordAliases {
  /// The canonical values of a key; `true` and its old spelling `yes` are not written.
  static func type(_ key: Text, _ values: [Text]) -> [Text] {
    switch (key, Text.joined(values, by: "-")) {
    case (_, "true"), (_, "yes"): []
    case ("ca", "ethiopic-amete-alem"): ["ethioaa"]
    case ("ca", "islamicc"): ["islamic", "civil"]
    case ("ks", "primary"): ["level1"]
    case ("ks", "tertiary"): ["level3"]
    case ("ms", "imperial"): ["uksystem"]
    default: values
    }
  }
}
