// NStack's proposals, as its design notes describe them. A comment behind a `print` is what it
// prints; tools/checks/check_swift_package.sh compares. The argument is the URL of a backend.
import Calque
import Foundation

let localization = try Localization([
  "url": JSONValue(CommandLine.arguments[1]), "environment": "staging", "guid": "guid-1",
  "preferredLanguages": ["en-GB"],
])
Localization.shared = localization
let tr = localization.tr

// Texts come from the backend, over URLSession.
_ = try await localization.updateLocalizations()
print(localization.bestFitLanguage?.locale ?? "none")  // en-GB
print(tr.home.title as String)  // Welcome

// A component is held weakly, and shown its text now and whenever that changes.
@MainActor class UIView {
  var backgroundColor = "white"
}
class UILabel: UIView {
  var text: String?
  var translationIdentifier: TranslationIdentifier?
}
extension UILabel: NStackLocalizable {
  var translatableValue: String? {
    get { text }
    set { text = newValue }
  }
  func beginEditing() { backgroundColor = "yellow" }
  func endEditing() { backgroundColor = "white" }
}
let myLabel = UILabel()
myLabel.localize(for: tr.home.title)
print(myLabel.translatableValue ?? "nil")  // Welcome
print(localization.containsComponent(for: "home.title"))  // true

// The phone is shaken: edit mode highlights all texts of the view.
try localization.beginEditing()
print(myLabel.backgroundColor)  // yellow

// A proposal is sent to the backend, and shown at once.
let proposal = try await localization.propose("Good day to you", for: tr.home.title)
print(proposal["value"]?.string ?? "nil")  // Good day to you
print(myLabel.translatableValue ?? "nil")  // Good day to you

// The same value again is an error of the backend.
do {
  try await localization.propose("Good day to you", for: "home.title")
} catch {
  print(error.status)  // conflict
}

// All proposals, and those for one text.
try await localization.fetchProposals()
let list = try localization.listProposals(for: "home.title")
print(list["title"]?.string ?? "nil")  // Proposals for title
print(list["groups"]?.array?.count ?? 0)  // 1

// Shaking again leaves edit mode, and tells whether there are proposals.
let summary = localization.endEditing()
print(summary.hasProposals)  // true
print(myLabel.backgroundColor)  // white

// The proposer may delete a proposal.
guard let id = proposal["id"]?.int else { fatalError("the proposal has no id") }
try await localization.deleteProposal(id)
print(myLabel.translatableValue ?? "nil")  // Welcome

// Without the backend: a value for this session alone.
try localization.storeProposal("Hi", locale: Locale(identifier: "en_GB"), for: "home.title")
print(tr.home.title as String)  // Hi
try localization.removeProposal(locale: "en-GB", for: "home.title")

// Typed access to all texts.
struct Texts: Decodable {
  struct Home: Decodable { let title: String }
  let home: Home
}
let texts: Texts? = try localization.translations()
print(texts?.home.title ?? "nil")  // Welcome
