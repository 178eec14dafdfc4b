import CalqueBase

/// Tells a catalog that was written for another format, by the endings of its plural keys.
enum ForeignCatalog {
  /// A line for the log about the first such key; nil when there is none.
  static func line(_ tree: Members, _ lng: Text, _ ns: Text, _ options: TranslatorOptions) -> Text?
  {
    guard let (key, formats) = sign(in: tree, options, prefix: "") else { return nil }
    return "the catalog " + lng + "." + ns + " is not of format " + options.format.name + ": \""
      + key + "\" is a plural of " + formats
  }

  private static func sign(
    in tree: Members, _ options: TranslatorOptions, prefix: Text
  ) -> (key: Text, formats: Text)? {
    for (name, value) in zip(tree.keys, tree.values) {
      if let formats = formats(of: name, in: tree, options), !formats.contains(options.format.name)
      {
        return (prefix + name, formats)
      }
      if let inner = value.object, let found = sign(in: inner, options, prefix: prefix + name + ".")
      {
        return found
      }
    }
    return nil
  }

  /// The formats whose plural a key is; nil when it may be a key like any other.
  private static func formats(
    of name: Text, in tree: Members, _ options: TranslatorOptions
  ) -> Text? {
    guard let bar = name.lastIndex(of: "_") else { return nil }
    let (base, ending) = (name.part(0, bar), name.part(bar + 1))
    switch ending {
    case "plural": return tree.contains(base) ? "ios, v1, v2 and v3" : nil
    case "other": return tree.contains(base + "_one") ? "v4" : nil
    // Steps and the like are numbered in the same way, so only `debug` asks.
    case "1" where options.debug: return tree.contains(base + "_0") ? "v2 and v3" : nil
    default: return nil
    }
  }
}
