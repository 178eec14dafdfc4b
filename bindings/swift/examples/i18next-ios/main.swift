// i18next-ios, as its own documentation shows it. A comment behind a `print` is what it
// prints; tools/checks/check_swift_package.sh compares. The argument is the URL of the folder `served`.
import Calque
import Foundation

let i18n = I18Next.sharedInstance()
let server = CommandLine.arguments[1]

/// Loads resources into the shared instance, which has them when the completion is called.
func load(_ resources: JSONObject, _ change: (inout I18NextOptions) -> Void = { _ in }) {
  var options = I18NextOptions()
  options.lang = "en-US"
  options.resourcesStore = resources
  change(&options)
  i18n.load(options: options.asDictionary()) { error in
    if let error { fatalError("\(error)") }
  }
}

// Resources in the options; the completion comes at once.
load([
  "dev": ["translation": ["key": "value"]],
  "en": ["translation": ["key": "value"]],
  "en-US": ["translation": ["key": "value"]],
])
print(I18NEXT("key"))  // value

// Namespaces, and falling back to the default one.
let namespaces: JSONObject = [
  "en": [
    "namespace1": ["key1": "value of key 1 - ns1"],
    "namespace2": [
      "key1": "value of key 1 - ns2", "key2": "value of key 2 - ns2",
      "keys": ["2": "value of key 2", "3": "value of key 3"],
    ],
    "namespace3": ["keys": ["2": "value of key 2", "3": "value of key 3"]],
  ]
]
load(namespaces) { options in
  options.namespaces = ["namespace1", "namespace2", "namespace3"]
  options.defaultNamespace = "namespace1"
}
print(I18NEXT("key1"))  // value of key 1 - ns1
print(I18NEXT("keys.2"))  // keys.2
print(I18NEXT("namespace2:keys.2"))  // value of key 2
print(I18NEXT("namespace2:keys.3"))  // value of key 3
print(I18NEXT(["notExists", "key1"]))  // value of key 1 - ns1
load(namespaces) { options in
  options.namespaces = ["namespace1", "namespace2", "namespace3"]
  options.fallbackNamespaces = ["namespace1", "namespace2"]  // order matters
}
print(I18NEXT("namespace3:key1"))  // value of key 1 - ns1
print(I18NEXT("namespace3:key2"))  // value of key 2 - ns2

// null falls back, or is empty.
let nulls: JSONObject = [
  "dev": ["translation": ["key1": "fallback"]], "en": ["translation": ["key1": nil]],
]
load(nulls) { $0.fallbackOnNull = true }
print(I18NEXT("key1"))  // fallback
load(nulls) { $0.fallbackOnNull = false }
print("'\(I18NEXT("key1"))'")  // ''

// Arrays are lines; a default value; nesting; variables; sprintf; plurals; context.
load([
  "en-US": [
    "translation": [
      "lines": ["line1", "line2", "line3"], "nesting3": "3",
      "vars": "__myVar__ are important",
      "letters": "The first 4 letters of the english alphabet are: %s, %s, %s and %s",
      "child": "__count__ child", "child_plural": "__count__ children",
      "friend": "A friend", "friend_male": "A boyfriend", "friend_female": "A girlfriend",
    ]
  ],
  "en": [
    "translation": [
      "nesting2": "2 $t(nesting3)",
      "girlsAndBoys": #"$t(girls, {"count": __girls__}) and __count__ boy"#,
      "girlsAndBoys_plural": #"$t(girls, {"count": __girls__}) and __count__ boys"#,
      "girls": "__count__ girl", "girls_plural": "__count__ girls",
    ]
  ],
  "dev": ["translation": ["nesting1": "1 $t(nesting2)"]],
])
print(I18NEXT("lines").split(separator: "\n").joined(separator: "|"))  // line1|line2|line3
print(I18NEXT("key", defaultValue: "my text"))  // my text
print(I18NEXT("nesting1"))  // 1 2 3
print(I18NEXT("girlsAndBoys", count: 2, variables: ["girls": "3"]))  // 3 girls and 2 boys
print(I18NEXT("vars", variables: ["myVar": "variables"]))  // variables are important
let letters = I18Next.sharedInstance().tf("letters", "a", "b", "c", "d")
print(letters)  // The first 4 letters of the english alphabet are: a, b, c and d
for count in [0, 1, 5] { print(I18NEXT("child", count: count)) }
// -> 0 children
// -> 1 child
// -> 5 children
print(I18NEXT("friend", count: 0))  // A friend
print(I18NEXT("friend", context: "male"))  // A boyfriend
print(I18NEXT("friend", context: "female"))  // A girlfriend

// Arabic has six plural forms.
load([
  "ar": [
    "translation": [
      "key": "singular", "key_plural_0": "zero", "key_plural_2": "two", "key_plural_3": "few",
      "key_plural_11": "many", "key_plural_100": "plural",
    ]
  ]
]) { $0.lang = "ar" }
let counts = [0, 1, 2, 3, 4, 104, 11, 99, 199, 100]
print(counts.map { I18NEXT("key", count: $0) }.joined(separator: " "))
// -> zero singular two few few few many many many plural

// From a server, over URLSession: en-US, en and dev, one file each.
var remote = I18NextOptions()
remote.lang = "en-US"
remote.resourcesBaseURL = URL(string: server)
remote.resourcesGetPathTemplate = "locales/__lng__/__ns__.json"
try await i18n.load(options: remote.asDictionary())
print(I18NEXT("key"))  // value of en-US
print(I18NEXT("other"))  // other of en
print(I18NEXT("last"))  // last of dev

// From the lproj folders of a bundle, before `load` returns.
var bundled = I18NextOptions()
bundled.lang = "en"
bundled.fallbackLang = nil
bundled.loadFromLanguageBundles = true
bundled.languageBundles = Bundle(path: FileManager.default.currentDirectoryPath)
bundled.loadFromLocalCache = true
bundled.localCachePath =
  FileManager.default.temporaryDirectory
  .appendingPathComponent("calque-i18next-\(UUID().uuidString)").path
bundled.synchronousLocalLoad = true
try await i18n.load(options: bundled.asDictionary())
print(I18NEXT("key"))  // value

// A completion in a view controller may touch its views.
@MainActor final class ViewController {
  var title: String?

  func viewDidLoad() {
    var options = I18NextOptions()
    options.lang = "en"
    options.resourcesStore = ["en": ["translation": ["title": "Welcome"]]]
    i18n.load(options: options.asDictionary()) { error in
      if error == nil { self.title = I18NEXT("title") }
    }
  }
}
let controller = ViewController()
controller.viewDidLoad()
precondition(controller.title == "Welcome")

// Another instance in place of the shared one.
I18Next.setSharedInstance(I18Next())
print(I18NEXT("key"))  // key
